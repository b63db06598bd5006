CREATE TABLE "attempts" (
	"blob_id" uuid NOT NULL,
	"offset" bigint NOT NULL,
	"length" bigint NOT NULL,
	"seq" bigserial NOT NULL,
	"container" text NOT NULL,
	"position" bigint NOT NULL,
	"header" "bytea" NOT NULL,
	"piece_crcs" "bytea" NOT NULL,
	"crc32" bigint NOT NULL,
	CONSTRAINT "attempts_blob_id_offset_pk" PRIMARY KEY("blob_id","offset")
);
--> statement-breakpoint
CREATE TABLE "blobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"upload_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"size" bigint NOT NULL,
	"wrapped_key" "bytea" NOT NULL,
	"manifest_mac" "bytea"
);
--> statement-breakpoint
CREATE TABLE "download_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transfer_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"recipient_id" uuid,
	"visitor" text NOT NULL,
	"scope" text NOT NULL,
	"file_count" integer NOT NULL,
	"size_bytes" bigint NOT NULL,
	"ip" text NOT NULL,
	"program" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"notice_id" uuid,
	CONSTRAINT "download_events_session_id_unique" UNIQUE("session_id")
);
--> statement-breakpoint
CREATE TABLE "download_notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transfer_id" uuid NOT NULL,
	"visitor" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "download_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transfer_id" uuid NOT NULL,
	"recipient_id" uuid,
	"visitor" text NOT NULL,
	"scope" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"coverage" "int8multirange" DEFAULT '{}' NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"upload_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"path" text NOT NULL,
	"size" bigint NOT NULL,
	"last_modified" timestamp with time zone,
	"blob_id" uuid,
	"offset" bigint DEFAULT 0 NOT NULL,
	"crc32" bigint DEFAULT 0 NOT NULL,
	"is_removed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "month_counts" (
	"owner_id" uuid NOT NULL,
	"month" text NOT NULL,
	"transfers" integer NOT NULL,
	CONSTRAINT "month_counts_owner_id_month_pk" PRIMARY KEY("owner_id","month")
);
--> statement-breakpoint
CREATE TABLE "owners" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"role" text NOT NULL,
	"used_bytes" bigint DEFAULT 0 NOT NULL,
	"reserved_bytes" bigint DEFAULT 0 NOT NULL,
	"is_suspended" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "owners_kind_key_unique" UNIQUE("kind","key"),
	CONSTRAINT "owners_not_negative" CHECK ("owners"."used_bytes" >= 0 and "owners"."reserved_bytes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "rate_hits" (
	"rule" text NOT NULL,
	"key" text NOT NULL,
	"hit_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recipients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transfer_id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"token_hash" "bytea" NOT NULL,
	"mail_state" text DEFAULT 'queued' NOT NULL,
	"mail_reason" text,
	"mailed_at" timestamp with time zone,
	"opened_at" timestamp with time zone,
	"downloaded_at" timestamp with time zone,
	CONSTRAINT "recipients_transfer_id_email_unique" UNIQUE("transfer_id","email"),
	CONSTRAINT "recipients_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "selections" (
	"id" text PRIMARY KEY NOT NULL,
	"transfer_id" uuid NOT NULL,
	"file_ids" uuid[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transfer_files" (
	"transfer_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "transfer_files_transfer_id_position_pk" PRIMARY KEY("transfer_id","position")
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"upload_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"state" text NOT NULL,
	"send_as" text NOT NULL,
	"sender_email" text NOT NULL,
	"sender_name" text,
	"company" text,
	"message" text NOT NULL,
	"language" text NOT NULL,
	"file_name" text NOT NULL,
	"file_count" integer NOT NULL,
	"total_bytes" bigint NOT NULL,
	"expiry_seconds" bigint NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"password_hash" text,
	"download_limit" integer,
	"download_count" integer DEFAULT 0 NOT NULL,
	"notify_on_download" boolean DEFAULT true NOT NULL,
	"is_link_open" boolean DEFAULT false NOT NULL,
	CONSTRAINT "transfers_slug_unique" UNIQUE("slug"),
	CONSTRAINT "transfers_upload_id_unique" UNIQUE("upload_id")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"browser_hash" text NOT NULL,
	"request_key" text,
	"network_key" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"is_verified" boolean DEFAULT false NOT NULL,
	"connection" text NOT NULL,
	"declared_bytes" bigint NOT NULL,
	"written_bytes" bigint DEFAULT 0 NOT NULL,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"published_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "uploads_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"purpose" text NOT NULL,
	"browser_hash" text NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verified_addresses" (
	"browser_hash" text NOT NULL,
	"email" text NOT NULL,
	"verified_at" timestamp with time zone NOT NULL,
	CONSTRAINT "verified_addresses_browser_hash_email_pk" PRIMARY KEY("browser_hash","email")
);
--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_blob_id_blobs_id_fk" FOREIGN KEY ("blob_id") REFERENCES "public"."blobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blobs" ADD CONSTRAINT "blobs_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_events" ADD CONSTRAINT "download_events_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_notices" ADD CONSTRAINT "download_notices_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_sessions" ADD CONSTRAINT "download_sessions_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_blob_id_blobs_id_fk" FOREIGN KEY ("blob_id") REFERENCES "public"."blobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "month_counts" ADD CONSTRAINT "month_counts_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "selections" ADD CONSTRAINT "selections_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_files" ADD CONSTRAINT "transfer_files_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_files" ADD CONSTRAINT "transfer_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blobs_upload_id_index" ON "blobs" USING btree ("upload_id");--> statement-breakpoint
CREATE INDEX "download_events_transfer_id_at_index" ON "download_events" USING btree ("transfer_id","at");--> statement-breakpoint
CREATE INDEX "download_notices_transfer_id_visitor_created_at_index" ON "download_notices" USING btree ("transfer_id","visitor","created_at");--> statement-breakpoint
CREATE INDEX "download_sessions_transfer_id_visitor_scope_index" ON "download_sessions" USING btree ("transfer_id","visitor","scope");--> statement-breakpoint
CREATE INDEX "files_upload_id_index" ON "files" USING btree ("upload_id");--> statement-breakpoint
CREATE INDEX "files_blob_id_index" ON "files" USING btree ("blob_id");--> statement-breakpoint
CREATE INDEX "rate_hits_rule_key_hit_at_index" ON "rate_hits" USING btree ("rule","key","hit_at");--> statement-breakpoint
CREATE INDEX "rate_hits_expires_at_index" ON "rate_hits" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "transfer_files_file_id_index" ON "transfer_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "transfers_owner_id_sent_at_index" ON "transfers" USING btree ("owner_id","sent_at");--> statement-breakpoint
CREATE INDEX "transfers_expires_at_index" ON "transfers" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "uploads_browser_hash_request_key_index" ON "uploads" USING btree ("browser_hash","request_key");--> statement-breakpoint
CREATE INDEX "uploads_network_key_index" ON "uploads" USING btree ("network_key") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "uploads_expires_at_index" ON "uploads" USING btree ("expires_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "verifications_email_purpose_browser_hash_index" ON "verifications" USING btree ("email","purpose","browser_hash");