ALTER TABLE "payout_approvals" ADD COLUMN "alone_at" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "approval_hold" text;--> statement-breakpoint
CREATE INDEX "payout_approvals_alone" ON "payout_approvals" USING btree ("user_id","alone_at");