CREATE TABLE "network_addresses" (
	"address_index" integer PRIMARY KEY NOT NULL,
	"address" text collate "C" NOT NULL,
	"script" text collate "C" NOT NULL,
	"request_id" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_deposits" (
	"outpoint" text collate "C" PRIMARY KEY NOT NULL,
	"request_id" text collate "C" NOT NULL,
	"address" text collate "C" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"height" integer NOT NULL,
	"block_hash" text collate "C" NOT NULL,
	"state" text collate "C" NOT NULL,
	"seen_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_headers" (
	"height" integer PRIMARY KEY NOT NULL,
	"hash" text collate "C" NOT NULL,
	"previous" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_nonces" (
	"chain_id" integer PRIMARY KEY NOT NULL,
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
	"hash" text collate "C" PRIMARY KEY NOT NULL,
	"request_id" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"chain_id" integer NOT NULL,
	"slot" text collate "C" NOT NULL,
	"raw" text collate "C" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"state" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"sent_at" bigint
);
--> statement-breakpoint
CREATE TABLE "network_requests" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"state" text collate "C" NOT NULL,
	"parent" text collate "C",
	"user_address" text collate "C" NOT NULL,
	"recipient" text collate "C" NOT NULL,
	"refund_to" text collate "C",
	"referrer" text collate "C",
	"destination_chain_id" integer NOT NULL,
	"destination_currency" text collate "C" NOT NULL,
	"deposit_address" text collate "C" NOT NULL,
	"address_index" integer NOT NULL,
	"slippage_bps" integer NOT NULL,
	"floor_input" numeric(78,0),
	"floor_output" numeric(78,0),
	"promised" numeric(78,0),
	"quote" text NOT NULL,
	"deposit_outpoint" text collate "C",
	"fill_hash" text collate "C",
	"refund_txid" text collate "C",
	"refund_amount" numeric(78,0),
	"fail_reason" text collate "C",
	"refund_fail_reason" text collate "C",
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"place" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "network_addresses_address" ON "network_addresses" USING btree ("address");--> statement-breakpoint
CREATE UNIQUE INDEX "network_addresses_script" ON "network_addresses" USING btree ("script");--> statement-breakpoint
CREATE INDEX "network_deposits_block" ON "network_deposits" USING btree ("block_hash");--> statement-breakpoint
CREATE INDEX "network_deposits_state" ON "network_deposits" USING btree ("state","height");--> statement-breakpoint
CREATE INDEX "network_deposits_request" ON "network_deposits" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "network_observations_request" ON "network_observations" USING btree ("request_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "network_outbound_once" ON "network_outbound" USING btree ("request_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "network_outbound_slot" ON "network_outbound" USING btree ("slot");--> statement-breakpoint
CREATE INDEX "network_outbound_open" ON "network_outbound" USING btree ("kind","state","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "network_requests_place" ON "network_requests" USING btree ("place");--> statement-breakpoint
CREATE INDEX "network_requests_state" ON "network_requests" USING btree ("state","place");--> statement-breakpoint
CREATE INDEX "network_requests_address" ON "network_requests" USING btree ("deposit_address","place");--> statement-breakpoint
CREATE INDEX "network_requests_parent" ON "network_requests" USING btree ("parent","place");