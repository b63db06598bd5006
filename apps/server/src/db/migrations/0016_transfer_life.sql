CREATE TABLE "transfer_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transfer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"recipient_id" uuid,
	"recipient_email" text,
	"country_code" text,
	"city" text DEFAULT '' NOT NULL,
	"program" text,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "download_mails" text DEFAULT 'each' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "places" text DEFAULT 'city' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "transfer_settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "request_settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "download_events" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
UPDATE "download_events" SET "owner_id" = "transfers"."owner_id" FROM "transfers" WHERE "transfers"."id" = "download_events"."transfer_id";--> statement-breakpoint
ALTER TABLE "download_events" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "download_events" ADD COLUMN "recipient_email" text;--> statement-breakpoint
ALTER TABLE "download_events" ADD COLUMN "device" text DEFAULT 'computer' NOT NULL;--> statement-breakpoint
ALTER TABLE "download_events" ADD COLUMN "file_kind" text DEFAULT 'other' NOT NULL;--> statement-breakpoint
ALTER TABLE "download_sessions" ADD COLUMN "recipient_email" text;--> statement-breakpoint
ALTER TABLE "download_sessions" ADD COLUMN "program" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "download_sessions" ADD COLUMN "device" text DEFAULT 'computer' NOT NULL;--> statement-breakpoint
ALTER TABLE "download_sessions" ADD COLUMN "country_code" text;--> statement-breakpoint
ALTER TABLE "download_sessions" ADD COLUMN "city" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "download_events" SET "recipient_email" = "recipients"."email" FROM "recipients" WHERE "recipients"."id" = "download_events"."recipient_id";--> statement-breakpoint
UPDATE "download_sessions" SET "recipient_email" = "recipients"."email" FROM "recipients" WHERE "recipients"."id" = "download_sessions"."recipient_id";--> statement-breakpoint
UPDATE "download_sessions" SET "program" = "e"."program", "country_code" = "e"."country_code", "city" = "e"."city" FROM "download_events" "e" WHERE "e"."session_id" = "download_sessions"."id";--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "company" text;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "reminded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transfer_files" ADD COLUMN "from_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "transfer_files" ADD COLUMN "before_version" integer;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "is_restricted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "expiry_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "sha256" "bytea";--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "scan" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "scan_finding" text;--> statement-breakpoint
ALTER TABLE "transfer_events" ADD CONSTRAINT "transfer_events_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transfer_events_transfer_id_at_index" ON "transfer_events" USING btree ("transfer_id","at");--> statement-breakpoint
CREATE INDEX "download_events_owner_id_at_index" ON "download_events" USING btree ("owner_id","at");