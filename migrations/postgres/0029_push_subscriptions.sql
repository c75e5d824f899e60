CREATE TABLE "push_devices" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"session_digest" text collate "C" NOT NULL,
	"password_at" bigint NOT NULL,
	"browser_id" text collate "C",
	"sealed" text collate "C" NOT NULL,
	"agent" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint,
	"problem" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "push_messages" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"notification_id" text collate "C" NOT NULL,
	"device_id" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"store_id" text collate "C",
	"link" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"due_at" bigint NOT NULL,
	"attempts" integer NOT NULL,
	"lease_until" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "push_devices_by_user" ON "push_devices" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "push_devices_by_session" ON "push_devices" USING btree ("session_digest");--> statement-breakpoint
CREATE INDEX "push_messages_due" ON "push_messages" USING btree ("due_at","id");