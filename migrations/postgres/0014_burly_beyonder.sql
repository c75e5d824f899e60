ALTER TABLE "invoices" ADD COLUMN "unpriced_since" bigint;--> statement-breakpoint
CREATE INDEX "invoices_unpriced" ON "invoices" USING btree ("id") WHERE unpriced_since is not null;