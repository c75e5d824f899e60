CREATE TABLE "addresses" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"chain_id" integer NOT NULL,
	"address" text collate "C" NOT NULL,
	"route" text collate "C" NOT NULL,
	"request_id" text collate "C" NOT NULL,
	"deposits" integer NOT NULL,
	"freed_at" bigint NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"store_id" text collate "C" NOT NULL,
	"digest" text collate "C" NOT NULL,
	"label" text collate "C" NOT NULL,
	"permissions" text NOT NULL,
	"created_at" bigint NOT NULL,
	"revoked_at" bigint
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"webhook_id" text collate "C" NOT NULL,
	"store_id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"body" text collate "C" NOT NULL,
	"state" text collate "C" NOT NULL,
	"attempts" integer NOT NULL,
	"due_at" bigint NOT NULL,
	"lease_until" bigint NOT NULL,
	"outcome" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deposits" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"value" numeric(78,0) NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"store_id" text collate "C" NOT NULL,
	"version" integer NOT NULL,
	"ordinal" integer NOT NULL,
	"type" text collate "C" NOT NULL,
	"body" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"store_id" text collate "C" NOT NULL,
	"version" integer NOT NULL,
	"state" text collate "C" NOT NULL,
	"additional" text collate "C" NOT NULL,
	"moving" boolean NOT NULL,
	"order_id" text collate "C",
	"terms" text NOT NULL,
	"facts" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"changed_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"address_key" text collate "C" NOT NULL,
	"chain_id" integer NOT NULL,
	"address" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"method_id" text collate "C" NOT NULL,
	"request_id" text collate "C" NOT NULL,
	"from_at" bigint NOT NULL,
	"until_at" bigint
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"name" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"body" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "observations" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"source" text collate "C" NOT NULL,
	"at" bigint NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"method_id" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"request_id" text collate "C" NOT NULL,
	"input" numeric(78,0) NOT NULL,
	"raw" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"proof" text collate "C" PRIMARY KEY NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"outpoint" text collate "C" NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stores" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text collate "C" NOT NULL,
	"settings" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"store_id" text collate "C" NOT NULL,
	"url" text collate "C" NOT NULL,
	"secret" text collate "C" NOT NULL,
	"enabled" boolean NOT NULL,
	"settings" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "addresses_free" ON "addresses" USING btree ("route","freed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_digest" ON "api_keys" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("due_at","id") WHERE state = 'due';--> statement-breakpoint
CREATE INDEX "deliveries_by_webhook" ON "deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deposits_by_invoice" ON "deposits" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "events_by_invoice" ON "events" USING btree ("invoice_id","version","ordinal");--> statement-breakpoint
CREATE INDEX "invoices_by_store" ON "invoices" USING btree ("store_id","created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_by_order" ON "invoices" USING btree ("store_id","order_id");--> statement-breakpoint
CREATE INDEX "invoices_open" ON "invoices" USING btree ("expires_at") WHERE state in ('New', 'Processing');--> statement-breakpoint
CREATE UNIQUE INDEX "leases_one_open" ON "leases" USING btree ("address_key") WHERE until_at is null;--> statement-breakpoint
CREATE INDEX "leases_by_invoice" ON "leases" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "leases_by_address" ON "leases" USING btree ("address_key","from_at");--> statement-breakpoint
CREATE INDEX "observations_by_invoice" ON "observations" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "quotes_by_invoice" ON "quotes" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "webhooks_by_store" ON "webhooks" USING btree ("store_id");