CREATE TABLE "network_checks" (
	"request_id" text collate "C" NOT NULL,
	"purpose" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"version" integer NOT NULL,
	"state" text collate "C" NOT NULL,
	"subject" text collate "C" NOT NULL,
	"addresses" text NOT NULL,
	"source" text collate "C",
	"reason" text collate "C",
	"since" bigint NOT NULL,
	"checked_at" bigint NOT NULL,
	"decided_at" bigint,
	"decided_by" text collate "C",
	"decided_why" text collate "C",
	CONSTRAINT "network_checks_request_id_purpose_kind_pk" PRIMARY KEY("request_id","purpose","kind")
);
--> statement-breakpoint
ALTER TABLE "network_requests" ADD COLUMN "held" text collate "C";--> statement-breakpoint
CREATE INDEX "network_checks_state" ON "network_checks" USING btree ("state","since");