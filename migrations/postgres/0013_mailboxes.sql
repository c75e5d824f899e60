DROP INDEX "mail_recipients_by_address";--> statement-breakpoint
ALTER TABLE "mail_recipients" ADD COLUMN "mark" text collate "C" DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "mail_recipients_by_mark" ON "mail_recipients" USING btree ("mark","at");