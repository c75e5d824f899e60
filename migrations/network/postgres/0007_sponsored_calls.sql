CREATE TABLE "network_executions" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"owner" text collate "C" NOT NULL,
	"number" integer NOT NULL,
	"request_id" text collate "C",
	"chain_id" bigint NOT NULL,
	"digest" text collate "C" NOT NULL,
	"most" numeric(78,0) NOT NULL,
	"coin_usd" numeric(78,0) NOT NULL,
	"charged" numeric(78,0),
	"failure" text collate "C",
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_sponsors" (
	"owner" text collate "C" PRIMARY KEY NOT NULL,
	"name" text collate "C" NOT NULL,
	"per_call" numeric(78,0) NOT NULL,
	"per_day" numeric(78,0) NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "network_executions_number" ON "network_executions" USING btree ("owner","number");--> statement-breakpoint
CREATE INDEX "network_executions_owner" ON "network_executions" USING btree ("owner","created_at");--> statement-breakpoint
CREATE INDEX "network_executions_digest" ON "network_executions" USING btree ("digest","number");--> statement-breakpoint
CREATE INDEX "network_executions_request" ON "network_executions" USING btree ("request_id","number");