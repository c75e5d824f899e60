CREATE TABLE "network_deliveries" (
	"request_id" text collate "C" NOT NULL,
	"ordinal" integer NOT NULL,
	"owner" text collate "C" NOT NULL,
	"at" bigint NOT NULL,
	"body" text NOT NULL,
	"state" text collate "C" NOT NULL,
	"attempts" integer NOT NULL,
	"next_at" bigint NOT NULL,
	"answer" text collate "C",
	CONSTRAINT "network_deliveries_request_id_ordinal_pk" PRIMARY KEY("request_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "network_webhooks" (
	"owner" text collate "C" PRIMARY KEY NOT NULL,
	"url" text collate "C" NOT NULL,
	"headers" text NOT NULL,
	"secret" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"paused_until" bigint
);
--> statement-breakpoint
CREATE INDEX "network_deliveries_due" ON "network_deliveries" USING btree ("state","next_at");--> statement-breakpoint
CREATE INDEX "network_deliveries_owner" ON "network_deliveries" USING btree ("owner","at");