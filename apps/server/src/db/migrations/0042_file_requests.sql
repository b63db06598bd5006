CREATE TABLE "file_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"author_id" uuid,
	"state" text DEFAULT 'open' NOT NULL,
	"send_as" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"language" text NOT NULL,
	"takes_other_files" boolean NOT NULL,
	"accept" text[] NOT NULL,
	"max_file_bytes" bigint,
	"max_files" integer,
	"max_submissions" integer,
	"name_field" text NOT NULL,
	"email_field" text NOT NULL,
	"shows_files" boolean NOT NULL,
	"due_at" timestamp with time zone,
	"grace_seconds" integer NOT NULL,
	"remind_days" integer[] NOT NULL,
	"reminded_days" integer[] DEFAULT '{}' NOT NULL,
	"expiry_seconds" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"password_hash" text,
	"notify_on_upload" boolean NOT NULL,
	"notify_email" text,
	"announced_at" timestamp with time zone,
	"submission_count" integer DEFAULT 0 NOT NULL,
	"request_key" text,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "file_requests_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "request_comments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"supplier_id" uuid NOT NULL,
	"by" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"request_key" text,
	CONSTRAINT "request_comments_supplier_id_request_key_unique" UNIQUE("supplier_id","request_key")
);
--> statement-breakpoint
CREATE TABLE "request_documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"note" text NOT NULL,
	"accept" text[] NOT NULL,
	"is_required" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"template" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "request_templates_user_id_name_unique" UNIQUE("user_id","name")
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_id" uuid NOT NULL,
	"supplier_id" uuid NOT NULL,
	"transfer_id" uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	"message" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone,
	CONSTRAINT "submissions_transfer_id_unique" UNIQUE("transfer_id"),
	CONSTRAINT "submissions_upload_id_unique" UNIQUE("upload_id")
);
--> statement-breakpoint
CREATE TABLE "submitted_files" (
	"submission_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"document_id" uuid,
	"decision" text DEFAULT 'received' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"is_other_type" boolean DEFAULT false NOT NULL,
	CONSTRAINT "submitted_files_submission_id_file_id_pk" PRIMARY KEY("submission_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "suppliers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_id" uuid NOT NULL,
	"seq" bigserial NOT NULL,
	"email" text,
	"name" text DEFAULT '' NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"token_hash" "bytea",
	"browser_hash" text,
	"mail_state" text,
	"mail_reason" text,
	"mailed_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"opened_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "suppliers_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "month_counts" ADD COLUMN "requests" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "request_slug" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "for_request_id" uuid;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "for_supplier_id" uuid;--> statement-breakpoint
ALTER TABLE "file_requests" ADD CONSTRAINT "file_requests_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_requests" ADD CONSTRAINT "file_requests_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_comments" ADD CONSTRAINT "request_comments_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_documents" ADD CONSTRAINT "request_documents_request_id_file_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."file_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_templates" ADD CONSTRAINT "request_templates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_request_id_file_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."file_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submitted_files" ADD CONSTRAINT "submitted_files_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submitted_files" ADD CONSTRAINT "submitted_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submitted_files" ADD CONSTRAINT "submitted_files_document_id_request_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."request_documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_request_id_file_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."file_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_requests_owner_id_created_at_index" ON "file_requests" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "file_requests_key_index" ON "file_requests" USING btree ("author_id","request_key") WHERE request_key is not null;--> statement-breakpoint
CREATE INDEX "file_requests_due_index" ON "file_requests" USING btree ("due_at") WHERE state = 'open' and due_at is not null;--> statement-breakpoint
CREATE INDEX "request_documents_request_id_index" ON "request_documents" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "submissions_request_id_index" ON "submissions" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "submissions_supplier_id_index" ON "submissions" USING btree ("supplier_id");--> statement-breakpoint
CREATE INDEX "submitted_files_file_id_index" ON "submitted_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "submitted_files_document_id_index" ON "submitted_files" USING btree ("document_id");--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_invited_index" ON "suppliers" USING btree ("request_id","email") WHERE token_hash is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_browser_index" ON "suppliers" USING btree ("request_id","browser_hash") WHERE token_hash is null;--> statement-breakpoint
CREATE INDEX "suppliers_request_id_seq_index" ON "suppliers" USING btree ("request_id","seq");--> statement-breakpoint
CREATE INDEX "uploads_for_request_index" ON "uploads" USING btree ("for_request_id") WHERE for_request_id is not null and state = 'open';