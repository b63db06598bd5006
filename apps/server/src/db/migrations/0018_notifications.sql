CREATE TABLE "download_digests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"transfer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"person" text,
	"recipient_email" text,
	"country_code" text,
	"city" text DEFAULT '' NOT NULL,
	"program" text,
	"file_name" text NOT NULL,
	"file_count" integer DEFAULT 1 NOT NULL,
	"reason" text,
	"read_at" timestamp with time zone,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "download_notices" ADD COLUMN "digest_for" uuid;--> statement-breakpoint
ALTER TABLE "download_notices" ADD COLUMN "digest_id" uuid;--> statement-breakpoint
ALTER TABLE "download_digests" ADD CONSTRAINT "download_digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "download_digests_user_id_index" ON "download_digests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notifications_user_id_at_index" ON "notifications" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "notifications_transfer_id_person_index" ON "notifications" USING btree ("transfer_id","person");--> statement-breakpoint
CREATE INDEX "download_notices_digest_index" ON "download_notices" USING btree ("digest_for","digest_id") WHERE digest_for is not null;