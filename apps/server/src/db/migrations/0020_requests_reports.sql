CREATE TABLE "abuse_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transfer_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"email" text,
	"reported_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "time_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transfer_id" uuid NOT NULL,
	"recipient_id" uuid,
	"email" text NOT NULL,
	"note" text NOT NULL,
	"language" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"extended_at" timestamp with time zone,
	"extended_to" timestamp with time zone,
	CONSTRAINT "time_requests_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "taken_down_from" text;--> statement-breakpoint
ALTER TABLE "abuse_reports" ADD CONSTRAINT "abuse_reports_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "time_requests" ADD CONSTRAINT "time_requests_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "abuse_reports_transfer_id_index" ON "abuse_reports" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "abuse_reports_outcome_reported_at_index" ON "abuse_reports" USING btree ("outcome","reported_at");--> statement-breakpoint
CREATE INDEX "time_requests_transfer_id_index" ON "time_requests" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "files_to_scan_index" ON "files" USING btree ("upload_id") WHERE scan = 'waiting';