ALTER TABLE "account_events" ADD COLUMN "store_id" text collate "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_events" DROP CONSTRAINT "account_events_user_id_by_id_kind_at_pk";--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_user_id_by_id_kind_at_store_id_pk" PRIMARY KEY("user_id","by_id","kind","at","store_id");