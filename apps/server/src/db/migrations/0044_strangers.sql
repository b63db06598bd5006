CREATE TABLE "notice_addresses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"proven_at" timestamp with time zone,
	CONSTRAINT "notice_addresses_user_id_email_unique" UNIQUE("user_id","email")
);
--> statement-breakpoint
DROP INDEX "file_requests_due_index";--> statement-breakpoint
ALTER TABLE "abuse_reports" ALTER COLUMN "transfer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "feedbacks" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "abuse_reports" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "file_requests" ADD COLUMN "next_remind_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "file_requests" ADD COLUMN "asked_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "file_requests" ADD COLUMN "taken_down" text;--> statement-breakpoint
ALTER TABLE "request_comments" ADD COLUMN "is_untold" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "is_email_proven" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "receipt_state" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "receipt_in" uuid;--> statement-breakpoint
ALTER TABLE "selections" ADD COLUMN "recipient_id" uuid;--> statement-breakpoint
ALTER TABLE "notice_addresses" ADD CONSTRAINT "notice_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abuse_reports" ADD CONSTRAINT "abuse_reports_request_id_file_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."file_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feedbacks_to_mail_index" ON "feedbacks" USING btree ("created_at") WHERE mailed_at is null;--> statement-breakpoint
CREATE INDEX "abuse_reports_request_id_index" ON "abuse_reports" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "file_requests_remind_index" ON "file_requests" USING btree ("next_remind_at") WHERE next_remind_at is not null;--> statement-breakpoint
CREATE INDEX "submissions_receipt_index" ON "submissions" USING btree ("receipt_in") WHERE receipt_state = 'due';--> statement-breakpoint
ALTER TABLE "abuse_reports" ADD CONSTRAINT "abuse_reports_of_one" CHECK (num_nonnulls("abuse_reports"."transfer_id", "abuse_reports"."request_id") = 1);--> statement-breakpoint
-- Who was asked is counted, and whom to remind next is known.
UPDATE "file_requests" SET "asked_count" = (SELECT count(*) FROM "suppliers" WHERE "request_id" = "file_requests"."id" AND "token_hash" IS NOT NULL);--> statement-breakpoint
UPDATE "file_requests" SET "next_remind_at" = (SELECT min("due_at" + make_interval(hours => CASE day WHEN 0 THEN -12 ELSE 24 * day END)) FROM unnest("remind_days") AS day WHERE day <> ALL ("reminded_days")) WHERE "state" = 'open' AND "due_at" IS NOT NULL;--> statement-breakpoint
-- Strangers' unfinished uploads: an hour where nothing has come, and of their browser from now on.
UPDATE "uploads" SET "expires_at" = least("expires_at", now() + interval '1 hour') FROM "suppliers" WHERE "suppliers"."id" = "uploads"."for_supplier_id" AND "suppliers"."token_hash" IS NULL AND "uploads"."state" = 'open' AND "uploads"."for_request_id" IS NOT NULL AND "uploads"."received_bytes" = 0;--> statement-breakpoint
UPDATE "uploads" SET "is_verified" = false FROM "suppliers" WHERE "suppliers"."id" = "uploads"."for_supplier_id" AND "suppliers"."token_hash" IS NULL AND "uploads"."state" = 'open' AND "uploads"."for_request_id" IS NOT NULL;--> statement-breakpoint
UPDATE "uploads" SET "for_supplier_id" = null WHERE "state" = 'open' AND "for_supplier_id" IN (SELECT "id" FROM "suppliers" WHERE "token_hash" IS NULL AND "browser_hash" IS NOT NULL);--> statement-breakpoint
-- Who came by an open link and has neither submitted nor said anything is no row.
DELETE FROM "suppliers" p WHERE p."token_hash" IS NULL AND p."browser_hash" IS NOT NULL AND NOT EXISTS (SELECT FROM "submissions" WHERE "supplier_id" = p."id") AND NOT EXISTS (SELECT FROM "request_comments" WHERE "supplier_id" = p."id");--> statement-breakpoint
UPDATE "submissions" s SET "email" = u."email", "is_email_proven" = u."token_hash" IS NOT NULL FROM "suppliers" u WHERE u."id" = s."supplier_id";--> statement-breakpoint
-- It was mailed when it was said.
UPDATE "feedbacks" SET "mailed_at" = "created_at";
