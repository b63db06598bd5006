CREATE TABLE "lost_containers" (
	"container" text PRIMARY KEY NOT NULL,
	"blob_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "added_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "lost_containers" ADD CONSTRAINT "lost_containers_blob_id_blobs_id_fk" FOREIGN KEY ("blob_id") REFERENCES "public"."blobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_open_of_owner" ON "uploads" USING btree ("owner_id") WHERE state = 'open';