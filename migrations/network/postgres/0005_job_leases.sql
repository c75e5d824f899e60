CREATE TABLE "network_job_leases" (
	"name" text collate "C" PRIMARY KEY NOT NULL,
	"holder" text collate "C" NOT NULL,
	"fence" bigint NOT NULL,
	"until" bigint NOT NULL,
	"runs" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_processes" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"role" text collate "C" NOT NULL,
	"place" text collate "C" NOT NULL,
	"version" text collate "C" NOT NULL,
	"started_at" bigint NOT NULL,
	"until" bigint NOT NULL,
	"skew_ms" bigint NOT NULL,
	"notes" text NOT NULL
);
