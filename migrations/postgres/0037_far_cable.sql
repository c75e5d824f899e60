ALTER TABLE "users" ADD COLUMN "confirmed_email" text collate "C";--> statement-breakpoint
CREATE UNIQUE INDEX "users_one_confirmed_email" ON "users" USING btree ("confirmed_email");