ALTER TABLE "notifications" ALTER COLUMN "transfer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "request_slug" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "request_owner_id" uuid;--> statement-breakpoint
ALTER TABLE "file_requests" ADD COLUMN "shared_with" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "file_requests" ADD COLUMN "is_shared_with_team" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_request_id_file_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."file_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_request_id_index" ON "notifications" USING btree ("request_id");