CREATE TABLE "network_addresses" (
	"address_index" bigint PRIMARY KEY NOT NULL,
	"family" text collate "C" NOT NULL,
	"address" text collate "C" NOT NULL,
	"watch" text collate "C" NOT NULL,
	"salt" text collate "C",
	"request_id" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_api_keys" (
	"hash" text collate "C" PRIMARY KEY NOT NULL,
	"prefix" text collate "C" NOT NULL,
	"name" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"revoked_at" bigint,
	"last_used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "network_attempts" (
	"hash" text collate "C" PRIMARY KEY NOT NULL,
	"outbound_id" text collate "C" NOT NULL,
	"number" integer NOT NULL,
	"raw" text collate "C" NOT NULL,
	"price" numeric(78,0) NOT NULL,
	"created_at" bigint NOT NULL,
	"sent_at" bigint
);
--> statement-breakpoint
CREATE TABLE "network_coins" (
	"outpoint" text collate "C" PRIMARY KEY NOT NULL,
	"value" numeric(78,0) NOT NULL,
	"script" text collate "C" NOT NULL,
	"height" bigint NOT NULL,
	"block_hash" text collate "C" NOT NULL,
	"state" text collate "C" NOT NULL,
	"spent_by" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "network_deposits" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"request_id" text collate "C" NOT NULL,
	"chain_id" bigint NOT NULL,
	"currency" text collate "C" NOT NULL,
	"address" text collate "C",
	"tx_hash" text collate "C" NOT NULL,
	"sender" text collate "C",
	"amount" numeric(78,0) NOT NULL,
	"height" bigint NOT NULL,
	"block_hash" text collate "C" NOT NULL,
	"state" text collate "C" NOT NULL,
	"seen_at" bigint NOT NULL,
	"custody" text collate "C",
	"moved_by" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "network_headers" (
	"chain_id" bigint NOT NULL,
	"height" bigint NOT NULL,
	"hash" text collate "C" NOT NULL,
	"previous" text collate "C" NOT NULL,
	CONSTRAINT "network_headers_chain_id_height_pk" PRIMARY KEY("chain_id","height")
);
--> statement-breakpoint
CREATE TABLE "network_landings" (
	"hash" text collate "C" PRIMARY KEY NOT NULL,
	"outbound_id" text collate "C" NOT NULL,
	"height" bigint NOT NULL,
	"block_hash" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_ledger" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"booking" text collate "C" NOT NULL,
	"line" integer NOT NULL,
	"request_id" text collate "C",
	"account" text collate "C" NOT NULL,
	"chain_id" bigint NOT NULL,
	"currency" text collate "C" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_nonces" (
	"chain_id" bigint PRIMARY KEY NOT NULL,
	"next" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_observations" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"request_id" text collate "C" NOT NULL,
	"at" bigint NOT NULL,
	"kind" text collate "C" NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_outbound" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"request_id" text collate "C",
	"kind" text collate "C" NOT NULL,
	"chain_id" bigint NOT NULL,
	"currency" text collate "C" NOT NULL,
	"slot" text collate "C" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"payload" text NOT NULL,
	"state" text collate "C" NOT NULL,
	"hash" text collate "C",
	"fee" numeric(78,0),
	"created_at" bigint NOT NULL,
	"closed_at" bigint
);
--> statement-breakpoint
CREATE TABLE "network_requests" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"state" text collate "C" NOT NULL,
	"parent" text collate "C",
	"method" text collate "C" NOT NULL,
	"operation" text collate "C" NOT NULL,
	"user_address" text collate "C" NOT NULL,
	"recipient" text collate "C" NOT NULL,
	"refund_to" text collate "C",
	"referrer" text collate "C",
	"origin_chain_id" bigint NOT NULL,
	"origin_currency" text collate "C" NOT NULL,
	"destination_chain_id" bigint NOT NULL,
	"destination_currency" text collate "C" NOT NULL,
	"trade_type" text collate "C" NOT NULL,
	"strict" boolean NOT NULL,
	"expires_at" bigint,
	"app_fees" text NOT NULL,
	"calls" text NOT NULL,
	"deposit_address" text collate "C",
	"address_index" bigint,
	"slippage_bps" integer NOT NULL,
	"floor_input" numeric(78,0),
	"floor_output" numeric(78,0),
	"promised" numeric(78,0),
	"quote" text NOT NULL,
	"sighted" text collate "C",
	"deposit_id" text collate "C",
	"fill_hash" text collate "C",
	"refund_hash" text collate "C",
	"refund_amount" numeric(78,0),
	"fail_reason" text collate "C",
	"refund_fail_reason" text collate "C",
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"place" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_status_changes" (
	"request_id" text collate "C" NOT NULL,
	"ordinal" integer NOT NULL,
	"at" bigint NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "network_status_changes_request_id_ordinal_pk" PRIMARY KEY("request_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "network_strays" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"chain_id" bigint NOT NULL,
	"address" text collate "C" NOT NULL,
	"request_id" text collate "C" NOT NULL,
	"standard" text collate "C" NOT NULL,
	"token" text collate "C" NOT NULL,
	"token_id" text collate "C",
	"amount" numeric(78,0) NOT NULL,
	"tx_hash" text collate "C" NOT NULL,
	"block_hash" text collate "C" NOT NULL,
	"seen_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_sweeps" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"chain_id" bigint NOT NULL,
	"address" text collate "C" NOT NULL,
	"currency" text collate "C" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"height" bigint NOT NULL,
	"block_hash" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "network_addresses_address" ON "network_addresses" USING btree ("address");--> statement-breakpoint
CREATE UNIQUE INDEX "network_addresses_watch" ON "network_addresses" USING btree ("watch");--> statement-breakpoint
CREATE UNIQUE INDEX "network_api_keys_prefix" ON "network_api_keys" USING btree ("prefix");--> statement-breakpoint
CREATE INDEX "network_api_keys_created" ON "network_api_keys" USING btree ("created_at","prefix");--> statement-breakpoint
CREATE UNIQUE INDEX "network_attempts_number" ON "network_attempts" USING btree ("outbound_id","number");--> statement-breakpoint
CREATE INDEX "network_coins_state" ON "network_coins" USING btree ("state");--> statement-breakpoint
CREATE INDEX "network_coins_block" ON "network_coins" USING btree ("block_hash");--> statement-breakpoint
CREATE INDEX "network_coins_payment" ON "network_coins" USING btree ("spent_by");--> statement-breakpoint
CREATE INDEX "network_deposits_custody" ON "network_deposits" USING btree ("custody","chain_id");--> statement-breakpoint
CREATE INDEX "network_deposits_block" ON "network_deposits" USING btree ("block_hash");--> statement-breakpoint
CREATE INDEX "network_deposits_state" ON "network_deposits" USING btree ("state","chain_id","height");--> statement-breakpoint
CREATE INDEX "network_deposits_request" ON "network_deposits" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "network_deposits_tx" ON "network_deposits" USING btree ("tx_hash");--> statement-breakpoint
CREATE INDEX "network_deposits_address" ON "network_deposits" USING btree ("address");--> statement-breakpoint
CREATE INDEX "network_landings_outbound" ON "network_landings" USING btree ("outbound_id");--> statement-breakpoint
CREATE INDEX "network_landings_block" ON "network_landings" USING btree ("block_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "network_ledger_line" ON "network_ledger" USING btree ("booking","line");--> statement-breakpoint
CREATE INDEX "network_ledger_account" ON "network_ledger" USING btree ("account","chain_id","currency");--> statement-breakpoint
CREATE INDEX "network_observations_request" ON "network_observations" USING btree ("request_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "network_outbound_slot" ON "network_outbound" USING btree ("slot");--> statement-breakpoint
CREATE INDEX "network_outbound_open" ON "network_outbound" USING btree ("state","chain_id","slot");--> statement-breakpoint
CREATE INDEX "network_outbound_request" ON "network_outbound" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "network_requests_place" ON "network_requests" USING btree ("place");--> statement-breakpoint
CREATE INDEX "network_requests_state" ON "network_requests" USING btree ("state","place");--> statement-breakpoint
CREATE INDEX "network_requests_address" ON "network_requests" USING btree ("deposit_address","place");--> statement-breakpoint
CREATE INDEX "network_requests_parent" ON "network_requests" USING btree ("parent","place");--> statement-breakpoint
CREATE INDEX "network_requests_user" ON "network_requests" USING btree ("user_address","place");--> statement-breakpoint
CREATE INDEX "network_requests_recipient" ON "network_requests" USING btree ("recipient","place");--> statement-breakpoint
CREATE INDEX "network_requests_origin" ON "network_requests" USING btree ("origin_chain_id","place");--> statement-breakpoint
CREATE INDEX "network_requests_destination" ON "network_requests" USING btree ("destination_chain_id","place");--> statement-breakpoint
CREATE INDEX "network_requests_referrer" ON "network_requests" USING btree ("referrer","place");--> statement-breakpoint
CREATE INDEX "network_requests_updated" ON "network_requests" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "network_requests_deposit" ON "network_requests" USING btree ("deposit_id");--> statement-breakpoint
CREATE INDEX "network_requests_fill" ON "network_requests" USING btree ("fill_hash");--> statement-breakpoint
CREATE INDEX "network_requests_refund" ON "network_requests" USING btree ("refund_hash");--> statement-breakpoint
CREATE INDEX "network_requests_sighted" ON "network_requests" USING btree ("state","sighted");--> statement-breakpoint
CREATE INDEX "network_strays_address" ON "network_strays" USING btree ("address");--> statement-breakpoint
CREATE INDEX "network_strays_block" ON "network_strays" USING btree ("block_hash");--> statement-breakpoint
CREATE INDEX "network_sweeps_address" ON "network_sweeps" USING btree ("address");--> statement-breakpoint
CREATE INDEX "network_sweeps_block" ON "network_sweeps" USING btree ("block_hash");