CREATE TABLE "mail_recipients" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"store_id" text collate "C" NOT NULL,
	"role" text collate "C" NOT NULL,
	"address" text collate "C" NOT NULL,
	"language" text collate "C" NOT NULL,
	"changes" integer NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"store_id" text collate "C" NOT NULL,
	"role" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"nth" text collate "C" NOT NULL,
	"about" text collate "C",
	"state" text collate "C" NOT NULL,
	"attempts" integer NOT NULL,
	"due_at" bigint NOT NULL,
	"lease_until" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"ended_at" bigint,
	"error" text collate "C"
);
--> statement-breakpoint
CREATE INDEX "mail_recipients_by_invoice" ON "mail_recipients" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "mail_recipients_by_store" ON "mail_recipients" USING btree ("store_id");--> statement-breakpoint
CREATE INDEX "mail_recipients_by_address" ON "mail_recipients" USING btree ("address","at");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("due_at","id") WHERE state = 'due';--> statement-breakpoint
CREATE INDEX "mails_by_invoice" ON "mails" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "mails_lost" ON "mails" USING btree ("store_id","ended_at") WHERE state in ('bounced', 'failed');