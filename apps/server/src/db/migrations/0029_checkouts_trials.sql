CREATE TABLE "used_trials" (
	"address_hash" "bytea" NOT NULL,
	"mode" text NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "used_trials_address_hash_mode_pk" PRIMARY KEY("address_hash","mode")
);
--> statement-breakpoint
ALTER TABLE "owners" ADD COLUMN "checkout_id" text;