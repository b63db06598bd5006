ALTER TABLE "blobs" ADD COLUMN "lost_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "written_parts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "is_suspect" boolean DEFAULT false NOT NULL;