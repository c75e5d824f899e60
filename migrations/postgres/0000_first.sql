CREATE TABLE "addresses" (
	"key" text PRIMARY KEY NOT NULL,
	"chain_id" integer NOT NULL,
	"address" text NOT NULL,
	"route" text NOT NULL,
	"request_id" text NOT NULL,
	"deposits" integer NOT NULL,
	"freed_at" bigint NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"digest" text NOT NULL,
	"label" text NOT NULL,
	"permissions" text NOT NULL,
	"created_at" bigint NOT NULL,
	"revoked_at" bigint
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"webhook_id" text NOT NULL,
	"store_id" text NOT NULL,
	"invoice_id" text NOT NULL,
	"event_id" text NOT NULL,
	"body" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"due_at" bigint NOT NULL,
	"lease_until" bigint NOT NULL,
	"outcome" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deposits" (
	"key" text PRIMARY KEY NOT NULL,
	"invoice_id" text NOT NULL,
	"value" numeric(78,0) NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" text PRIMARY KEY NOT NULL,
	"invoice_id" text NOT NULL,
	"store_id" text NOT NULL,
	"version" integer NOT NULL,
	"ordinal" integer NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"additional" text NOT NULL,
	"moving" boolean NOT NULL,
	"order_id" text,
	"terms" text NOT NULL,
	"facts" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"changed_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"id" text PRIMARY KEY NOT NULL,
	"address_key" text NOT NULL,
	"chain_id" integer NOT NULL,
	"address" text NOT NULL,
	"invoice_id" text NOT NULL,
	"method_id" text NOT NULL,
	"request_id" text NOT NULL,
	"from_at" bigint NOT NULL,
	"until_at" bigint
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"name" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"body" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "observations" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"invoice_id" text NOT NULL,
	"source" text NOT NULL,
	"at" bigint NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" text PRIMARY KEY NOT NULL,
	"invoice_id" text NOT NULL,
	"method_id" text NOT NULL,
	"kind" text NOT NULL,
	"request_id" text NOT NULL,
	"input" numeric(78,0) NOT NULL,
	"raw" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"proof" text PRIMARY KEY NOT NULL,
	"invoice_id" text NOT NULL,
	"outpoint" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stores" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"settings" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
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