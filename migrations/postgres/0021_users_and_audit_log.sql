CREATE TABLE "access_links" (
	"digest" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text collate "C" NOT NULL,
	"user_id" text collate "C",
	"email" text collate "C",
	"store_id" text collate "C",
	"role" text collate "C",
	"is_admin" boolean NOT NULL,
	"created_by" text collate "C",
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"actor_kind" text collate "C" NOT NULL,
	"actor_id" text collate "C" NOT NULL,
	"actor_name" text collate "C" NOT NULL,
	"action" text collate "C" NOT NULL,
	"store_id" text collate "C",
	"subject" text collate "C",
	"before" text,
	"after" text,
	"address" text collate "C",
	"previous_hash" text collate "C" NOT NULL,
	"hash" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"digest" text collate "C" PRIMARY KEY NOT NULL,
	"purpose" text collate "C" NOT NULL,
	"user_id" text collate "C",
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "members" (
	"store_id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"role" text collate "C" NOT NULL,
	"added_at" bigint NOT NULL,
	CONSTRAINT "members_store_id_user_id_pk" PRIMARY KEY("store_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"public_key" text collate "C" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text NOT NULL,
	"label" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"store_id" text collate "C" NOT NULL,
	"name" text collate "C" NOT NULL,
	"permissions" text NOT NULL,
	"requires_two_factors" boolean NOT NULL,
	CONSTRAINT "roles_store_id_name_pk" PRIMARY KEY("store_id","name")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text collate "C" NOT NULL,
	"name_key" text collate "C" NOT NULL,
	"email" text collate "C",
	"password_hash" text collate "C",
	"password_at" bigint,
	"is_admin" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"disabled_at" bigint,
	"totp_secret" text collate "C",
	"totp_step" bigint,
	"recovery_codes" text NOT NULL,
	"preferences" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "id" text collate "C";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_id" text collate "C";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proven_at" bigint;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "second_factor" text collate "C";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "address" text collate "C";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "agent" text collate "C";--> statement-breakpoint
CREATE INDEX "audit_log_by_store" ON "audit_log" USING btree ("store_id","seq");--> statement-breakpoint
CREATE INDEX "audit_log_by_actor" ON "audit_log" USING btree ("actor_id","seq");--> statement-breakpoint
CREATE INDEX "members_by_user" ON "members" USING btree ("user_id","store_id");--> statement-breakpoint
CREATE INDEX "passkeys_by_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_one_name" ON "users" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");