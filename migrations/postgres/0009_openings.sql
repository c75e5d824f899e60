CREATE TABLE "openings" (
	"subject" text collate "C" PRIMARY KEY NOT NULL,
	"invoice_id" text collate "C" NOT NULL
);
