CREATE TABLE "network_sponsored_fees" (
	"request_id" text collate "C" PRIMARY KEY NOT NULL,
	"owner" text collate "C" NOT NULL,
	"held" numeric(78,0) NOT NULL,
	"charged" numeric(78,0),
	"state" text collate "C" NOT NULL,
	"expires_at" bigint NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "network_sponsors" ADD COLUMN "turn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "network_sponsored_fees_owner" ON "network_sponsored_fees" USING btree ("owner","created_at");--> statement-breakpoint
CREATE INDEX "network_sponsored_fees_state" ON "network_sponsored_fees" USING btree ("state","expires_at");--> statement-breakpoint
CREATE INDEX "network_outbound_kind" ON "network_outbound" USING btree ("kind","created_at");