CREATE TABLE "password_resets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "password_resets_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"browser_hash" text NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	"rotated_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"user_agent" text NOT NULL,
	"ip" text NOT NULL,
	"kind" text DEFAULT 'browser' NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"full_name" text DEFAULT '' NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"language" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"is_onboarded" boolean DEFAULT false NOT NULL,
	"login_count" integer DEFAULT 0 NOT NULL,
	"referrer" text,
	"referral" text,
	"tells_downloads" boolean DEFAULT true NOT NULL,
	"tells_expiry" boolean DEFAULT true NOT NULL,
	"download_mails" text DEFAULT 'each' NOT NULL,
	"places" text DEFAULT 'city' NOT NULL,
	"transfer_settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"request_settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"delete_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "download_days" (
	"owner_id" uuid NOT NULL,
	"dimension" text NOT NULL,
	"country" text NOT NULL,
	"day" date NOT NULL,
	"key" text NOT NULL,
	"downloads" bigint NOT NULL,
	"size_bytes" bigint NOT NULL,
	CONSTRAINT "download_days_owner_id_dimension_country_day_key_pk" PRIMARY KEY("owner_id","dimension","country","day","key")
);
--> statement-breakpoint
CREATE TABLE "recipient_weeks" (
	"owner_id" uuid NOT NULL,
	"country" text NOT NULL,
	"weeks" smallint NOT NULL,
	"week" date NOT NULL,
	"email" text NOT NULL,
	"downloads" integer NOT NULL,
	CONSTRAINT "recipient_weeks_owner_id_country_weeks_week_email_pk" PRIMARY KEY("owner_id","country","weeks","week","email") INCLUDE ("downloads")
);
--> statement-breakpoint
CREATE TABLE "storage_days" (
	"owner_id" uuid NOT NULL,
	"day" date NOT NULL,
	"used_bytes" bigint NOT NULL,
	CONSTRAINT "storage_days_owner_id_day_pk" PRIMARY KEY("owner_id","day")
);
--> statement-breakpoint
CREATE TABLE "transfer_weeks" (
	"owner_id" uuid NOT NULL,
	"country" text NOT NULL,
	"weeks" smallint NOT NULL,
	"week" date NOT NULL,
	"transfer_id" uuid NOT NULL,
	"downloads" integer NOT NULL,
	CONSTRAINT "transfer_weeks_owner_id_country_weeks_week_transfer_id_pk" PRIMARY KEY("owner_id","country","weeks","week","transfer_id") INCLUDE ("downloads")
);
--> statement-breakpoint
CREATE TABLE "licence_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"batch" text NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"owner_id" uuid,
	"activated_at" timestamp with time zone,
	"request_key" text,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "licence_codes_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"key" uuid NOT NULL,
	"wish" text NOT NULL,
	"begun_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_customers" (
	"id" text PRIMARY KEY NOT NULL,
	"state" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" text,
	"status" text NOT NULL,
	"role" text NOT NULL,
	"period" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"trial_ends_at" timestamp with time zone,
	"period_ends_at" timestamp with time zone,
	"is_cancelling" boolean DEFAULT false NOT NULL,
	"ended_by" text,
	"card" jsonb,
	"discount" jsonb,
	"credit_cents" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscriptions_subscription_id_unique" UNIQUE("subscription_id")
);
--> statement-breakpoint
CREATE TABLE "used_trials" (
	"address_hash" "bytea" NOT NULL,
	"mode" text NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "used_trials_address_hash_mode_pk" PRIMARY KEY("address_hash","mode")
);
--> statement-breakpoint
CREATE TABLE "contact_group_members" (
	"group_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	CONSTRAINT "contact_group_members_group_id_contact_id_pk" PRIMARY KEY("group_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "contact_groups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contact_groups_owner_id_name_unique" UNIQUE("owner_id","name")
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"email" text NOT NULL,
	"other_emails" text[] DEFAULT '{}' NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"times_sent" integer DEFAULT 0 NOT NULL,
	"last_sent_at" timestamp with time zone,
	"import_key" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contacts_owner_id_email_unique" UNIQUE("owner_id","email")
);
--> statement-breakpoint
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
	"accepted" bigserial NOT NULL,
	CONSTRAINT "attempts_blob_id_offset_pk" PRIMARY KEY("blob_id","offset")
);
--> statement-breakpoint
CREATE TABLE "blobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"upload_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"size" bigint NOT NULL,
	"wrapped_key" "bytea" NOT NULL,
	"manifest_mac" "bytea",
	"lost_at" timestamp with time zone
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
	"is_removed" boolean DEFAULT false NOT NULL,
	"sha256" "bytea",
	"scan" text,
	"scan_finding" text,
	"scan_tries" integer DEFAULT 0 NOT NULL,
	"media" text,
	"rendering" text,
	"forms" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lost_containers" (
	"container" text PRIMARY KEY NOT NULL,
	"blob_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "renditions" (
	"file_id" uuid NOT NULL,
	"form" text NOT NULL,
	"type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "renditions_file_id_form_pk" PRIMARY KEY("file_id","form")
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"session_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "api_tokens_session_id_unique" UNIQUE("session_id"),
	CONSTRAINT "api_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "device_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"device_hash" "bytea" NOT NULL,
	"user_code" text NOT NULL,
	"program" text NOT NULL,
	"host_name" text NOT NULL,
	"ip" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"interval_seconds" integer NOT NULL,
	"polled_at" timestamp with time zone,
	"user_id" uuid,
	"session_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "device_requests_device_hash_unique" UNIQUE("device_hash"),
	CONSTRAINT "device_requests_user_code_unique" UNIQUE("user_code")
);
--> statement-breakpoint
CREATE TABLE "download_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transfer_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"recipient_id" uuid,
	"recipient_email" text,
	"visitor" text NOT NULL,
	"file_id" uuid,
	"selection_id" text,
	"file_count" integer NOT NULL,
	"size_bytes" bigint NOT NULL,
	"ip" text NOT NULL,
	"program" text NOT NULL,
	"device" text DEFAULT 'computer' NOT NULL,
	"file_kind" text DEFAULT 'other' NOT NULL,
	"country_code" text,
	"city" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"notice_id" uuid,
	"is_counted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "download_events_session_id_unique" UNIQUE("session_id"),
	CONSTRAINT "download_events_one_scope" CHECK (file_id is null or selection_id is null)
);
--> statement-breakpoint
CREATE TABLE "download_notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transfer_id" uuid NOT NULL,
	"visitor" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"digest_for" uuid,
	"digest_id" uuid
);
--> statement-breakpoint
CREATE TABLE "download_places" (
	"transfer_id" uuid NOT NULL,
	"country_code" text NOT NULL,
	"city" text NOT NULL,
	"downloads" integer NOT NULL,
	CONSTRAINT "download_places_transfer_id_country_code_city_pk" PRIMARY KEY("transfer_id","country_code","city")
);
--> statement-breakpoint
CREATE TABLE "download_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transfer_id" uuid NOT NULL,
	"recipient_id" uuid,
	"visitor" text NOT NULL,
	"recipient_email" text,
	"program" text DEFAULT 'unknown' NOT NULL,
	"device" text DEFAULT 'computer' NOT NULL,
	"country_code" text,
	"city" text DEFAULT '' NOT NULL,
	"file_id" uuid,
	"selection_id" text,
	"size_bytes" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"coverage" "int8multirange" DEFAULT '{}' NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"readers" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "download_sessions_one_scope" CHECK (file_id is null or selection_id is null)
);
--> statement-breakpoint
CREATE TABLE "transfer_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transfer_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
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
CREATE TABLE "feedback_asks" (
	"user_id" uuid NOT NULL,
	"login_count" integer NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "feedback_asks_user_id_login_count_pk" PRIMARY KEY("user_id","login_count")
);
--> statement-breakpoint
CREATE TABLE "feedbacks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"request_key" text NOT NULL,
	"rating" text NOT NULL,
	"message" text NOT NULL,
	"route" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "feedbacks_user_id_request_key_unique" UNIQUE("user_id","request_key")
);
--> statement-breakpoint
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
CREATE TABLE "installation" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "month_counts" (
	"owner_id" uuid NOT NULL,
	"month" text NOT NULL,
	"transfers" integer NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
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
	"status" text DEFAULT 'active' NOT NULL,
	"given_role" text,
	"revoked_at" timestamp with time zone,
	"revoke_reason" text,
	"standing_acts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"customer_id" text,
	"customer_mode" text,
	"customers_forgotten" integer DEFAULT 0 NOT NULL,
	"checkout_id" text,
	"payments_watched_until" timestamp with time zone,
	"trial_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "owners_customer_id_unique" UNIQUE("customer_id"),
	CONSTRAINT "owners_kind_key_unique" UNIQUE("kind","key"),
	CONSTRAINT "owners_not_negative" CHECK ("owners"."used_bytes" >= 0 and "owners"."reserved_bytes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "account_exports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ready_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "account_exports_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "logos" (
	"domain" text PRIMARY KEY NOT NULL,
	"kind" text,
	"bytes" "bytea",
	"fetched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pictures_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "mail_refusals" (
	"mailbox_key" text NOT NULL,
	"sender_key" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_refusals_mailbox_key_sender_key_pk" PRIMARY KEY("mailbox_key","sender_key")
);
--> statement-breakpoint
CREATE TABLE "abuse_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transfer_id" uuid,
	"request_id" uuid,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"email" text,
	"reported_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"settled_at" timestamp with time zone,
	CONSTRAINT "abuse_reports_of_one" CHECK (num_nonnulls("abuse_reports"."transfer_id", "abuse_reports"."request_id") = 1)
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
	"next_remind_at" timestamp with time zone,
	"expiry_seconds" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"password_hash" text,
	"notify_on_upload" boolean NOT NULL,
	"notify_email" text,
	"announced_at" timestamp with time zone,
	"submission_count" integer DEFAULT 0 NOT NULL,
	"asked_count" integer DEFAULT 0 NOT NULL,
	"request_key" text,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"taken_down" text,
	CONSTRAINT "file_requests_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "notice_addresses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"proven_at" timestamp with time zone,
	CONSTRAINT "notice_addresses_user_id_email_unique" UNIQUE("user_id","email")
);
--> statement-breakpoint
CREATE TABLE "request_comments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"supplier_id" uuid NOT NULL,
	"by" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"is_untold" boolean DEFAULT false NOT NULL,
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
	"email" text,
	"is_email_proven" boolean DEFAULT false NOT NULL,
	"receipt_state" text DEFAULT 'none' NOT NULL,
	"receipt_in" uuid,
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
CREATE TABLE "ended_links" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"transfer_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recipients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transfer_id" uuid NOT NULL,
	"seq" bigserial NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"company" text,
	"token_hash" "bytea" NOT NULL,
	"mail_state" text DEFAULT 'queued' NOT NULL,
	"mail_reason" text,
	"waiting_mailbox" text,
	"mailed_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"opened_at" timestamp with time zone,
	"downloaded_at" timestamp with time zone,
	CONSTRAINT "recipients_transfer_id_email_unique" UNIQUE("transfer_id","email"),
	CONSTRAINT "recipients_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "selections" (
	"id" text PRIMARY KEY NOT NULL,
	"transfer_id" uuid NOT NULL,
	"recipient_id" uuid,
	"file_ids" uuid[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transfer_files" (
	"transfer_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"file_id" uuid NOT NULL,
	"from_version" integer DEFAULT 1 NOT NULL,
	"before_version" integer,
	"place" integer,
	CONSTRAINT "transfer_files_transfer_id_position_pk" PRIMARY KEY("transfer_id","position")
);
--> statement-breakpoint
CREATE TABLE "transfer_texts" (
	"transfer_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transfer_versions" (
	"transfer_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"restored_version" integer,
	"upload_id" uuid,
	"changes" jsonb NOT NULL,
	"file_count" integer NOT NULL,
	"total_bytes" bigint NOT NULL,
	"entry_count" integer NOT NULL,
	CONSTRAINT "transfer_versions_transfer_id_version_pk" PRIMARY KEY("transfer_id","version"),
	CONSTRAINT "transfer_versions_upload_id_unique" UNIQUE("upload_id")
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"upload_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"author_id" uuid,
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
	"title" text DEFAULT '' NOT NULL,
	"is_restricted" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"expiry_told_at" timestamp with time zone,
	"taken_down_from" text,
	"deleted_at" timestamp with time zone,
	"deleted_from" text,
	"request_slug" text,
	CONSTRAINT "transfers_slug_unique" UNIQUE("slug"),
	CONSTRAINT "transfers_upload_id_unique" UNIQUE("upload_id")
);
--> statement-breakpoint
CREATE TABLE "slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"author_id" uuid,
	"browser_hash" text NOT NULL,
	"purpose" text DEFAULT 'send' NOT NULL,
	"purpose_id" uuid,
	"purpose_of" text,
	"request_key" text,
	"added_keys" text[] DEFAULT '{}' NOT NULL,
	"network_key" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"is_verified" boolean DEFAULT false NOT NULL,
	"connection" text NOT NULL,
	"declared_bytes" bigint NOT NULL,
	"written_bytes" bigint DEFAULT 0 NOT NULL,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"written_parts" integer DEFAULT 0 NOT NULL,
	"is_suspect" boolean DEFAULT false NOT NULL,
	"published_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "uploads_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "rate_hits" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"rule" text NOT NULL,
	"key" text NOT NULL,
	"hit_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"purpose" text NOT NULL,
	"browser_hash" text NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"request_key" text,
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
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_days" ADD CONSTRAINT "download_days_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_weeks" ADD CONSTRAINT "recipient_weeks_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_days" ADD CONSTRAINT "storage_days_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_weeks" ADD CONSTRAINT "transfer_weeks_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_codes" ADD CONSTRAINT "licence_codes_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_group_members" ADD CONSTRAINT "contact_group_members_group_id_contact_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."contact_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_group_members" ADD CONSTRAINT "contact_group_members_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_groups" ADD CONSTRAINT "contact_groups_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_blob_id_blobs_id_fk" FOREIGN KEY ("blob_id") REFERENCES "public"."blobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blobs" ADD CONSTRAINT "blobs_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_blob_id_blobs_id_fk" FOREIGN KEY ("blob_id") REFERENCES "public"."blobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lost_containers" ADD CONSTRAINT "lost_containers_blob_id_blobs_id_fk" FOREIGN KEY ("blob_id") REFERENCES "public"."blobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renditions" ADD CONSTRAINT "renditions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_requests" ADD CONSTRAINT "device_requests_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_events" ADD CONSTRAINT "download_events_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_notices" ADD CONSTRAINT "download_notices_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_places" ADD CONSTRAINT "download_places_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_sessions" ADD CONSTRAINT "download_sessions_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_events" ADD CONSTRAINT "transfer_events_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_asks" ADD CONSTRAINT "feedback_asks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedbacks" ADD CONSTRAINT "feedbacks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_digests" ADD CONSTRAINT "download_digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "month_counts" ADD CONSTRAINT "month_counts_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abuse_reports" ADD CONSTRAINT "abuse_reports_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abuse_reports" ADD CONSTRAINT "abuse_reports_request_id_file_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."file_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "time_requests" ADD CONSTRAINT "time_requests_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_requests" ADD CONSTRAINT "file_requests_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_requests" ADD CONSTRAINT "file_requests_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_addresses" ADD CONSTRAINT "notice_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "ended_links" ADD CONSTRAINT "ended_links_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "selections" ADD CONSTRAINT "selections_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_files" ADD CONSTRAINT "transfer_files_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_files" ADD CONSTRAINT "transfer_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_texts" ADD CONSTRAINT "transfer_texts_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_versions" ADD CONSTRAINT "transfer_versions_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_resets_user_id_index" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_resets_expires_at_index" ON "password_resets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_owner_id_index" ON "users" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "users_delete_at_index" ON "users" USING btree ("delete_at");--> statement-breakpoint
CREATE INDEX "transfer_weeks_transfer_id_index" ON "transfer_weeks" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "licence_codes_owner_id_index" ON "licence_codes" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "licence_codes_batch_index" ON "licence_codes" USING btree ("batch");--> statement-breakpoint
CREATE INDEX "payment_events_received_at_index" ON "payment_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "subscriptions_trial_ends_at_index" ON "subscriptions" USING btree ("trial_ends_at");--> statement-breakpoint
CREATE INDEX "contact_group_members_contact_id_index" ON "contact_group_members" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "contacts_owner_id_last_sent_at_index" ON "contacts" USING btree ("owner_id","last_sent_at");--> statement-breakpoint
CREATE INDEX "blobs_upload_id_index" ON "blobs" USING btree ("upload_id");--> statement-breakpoint
CREATE INDEX "files_upload_id_index" ON "files" USING btree ("upload_id");--> statement-breakpoint
CREATE INDEX "files_blob_id_index" ON "files" USING btree ("blob_id");--> statement-breakpoint
CREATE INDEX "files_to_scan_index" ON "files" USING btree ("upload_id") WHERE scan = 'waiting';--> statement-breakpoint
CREATE INDEX "files_to_render_index" ON "files" USING btree ("upload_id") WHERE rendering = 'waiting';--> statement-breakpoint
CREATE INDEX "files_infected_index" ON "files" USING btree ("upload_id") WHERE scan = 'infected';--> statement-breakpoint
CREATE INDEX "device_requests_expires_at_index" ON "device_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "device_requests_session_id_index" ON "device_requests" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "download_events_transfer_id_at_index" ON "download_events" USING btree ("transfer_id","at");--> statement-breakpoint
CREATE INDEX "download_events_owner_id_at_index" ON "download_events" USING btree ("owner_id","at");--> statement-breakpoint
CREATE INDEX "download_events_recipient_index" ON "download_events" USING btree ("recipient_id") WHERE recipient_id is not null;--> statement-breakpoint
CREATE INDEX "download_events_uncounted_index" ON "download_events" USING btree ("owner_id","at") WHERE not is_counted;--> statement-breakpoint
CREATE INDEX "download_notices_transfer_id_visitor_created_at_index" ON "download_notices" USING btree ("transfer_id","visitor","created_at");--> statement-breakpoint
CREATE INDEX "download_notices_digest_index" ON "download_notices" USING btree ("digest_for","digest_id") WHERE digest_for is not null;--> statement-breakpoint
CREATE INDEX "download_sessions_transfer_id_started_at_index" ON "download_sessions" USING btree ("transfer_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "open_session" ON "download_sessions" USING btree ("transfer_id","visitor",(coalesce(file_id::text, selection_id, '')),"size_bytes",(case when file_id is null and selection_id is null then version else 0 end)) WHERE "download_sessions"."completed_at" is null;--> statement-breakpoint
CREATE INDEX "download_sessions_recipient_index" ON "download_sessions" USING btree ("recipient_id","started_at") WHERE recipient_id is not null;--> statement-breakpoint
CREATE INDEX "taken_files" ON "download_sessions" USING btree ("transfer_id","file_id","version") WHERE completed_at is not null and file_id is not null;--> statement-breakpoint
CREATE INDEX "taken_selections" ON "download_sessions" USING btree ("transfer_id","selection_id","version") WHERE completed_at is not null and selection_id is not null;--> statement-breakpoint
CREATE INDEX "taken_wholes" ON "download_sessions" USING btree ("transfer_id","version") WHERE completed_at is not null and file_id is null and selection_id is null;--> statement-breakpoint
CREATE INDEX "transfer_events_transfer_id_at_index" ON "transfer_events" USING btree ("transfer_id","at");--> statement-breakpoint
CREATE INDEX "transfer_events_owner_id_at_index" ON "transfer_events" USING btree ("owner_id","at") WHERE actor <> 'sender' and kind <> 'mailed';--> statement-breakpoint
CREATE INDEX "feedbacks_created_at_index" ON "feedbacks" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "feedbacks_to_mail_index" ON "feedbacks" USING btree ("created_at") WHERE mailed_at is null;--> statement-breakpoint
CREATE INDEX "download_digests_user_id_index" ON "download_digests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notifications_user_id_at_index" ON "notifications" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "notifications_transfer_id_person_index" ON "notifications" USING btree ("transfer_id","person");--> statement-breakpoint
CREATE INDEX "account_exports_expires_at_index" ON "account_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "abuse_reports_transfer_id_index" ON "abuse_reports" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "abuse_reports_request_id_index" ON "abuse_reports" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "abuse_reports_outcome_reported_at_index" ON "abuse_reports" USING btree ("outcome","reported_at");--> statement-breakpoint
CREATE INDEX "time_requests_transfer_id_index" ON "time_requests" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "file_requests_owner_id_created_at_index" ON "file_requests" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "file_requests_key_index" ON "file_requests" USING btree ("author_id","request_key") WHERE request_key is not null;--> statement-breakpoint
CREATE INDEX "file_requests_remind_index" ON "file_requests" USING btree ("next_remind_at") WHERE next_remind_at is not null;--> statement-breakpoint
CREATE INDEX "request_documents_request_id_index" ON "request_documents" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "submissions_request_id_index" ON "submissions" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "submissions_supplier_id_index" ON "submissions" USING btree ("supplier_id");--> statement-breakpoint
CREATE INDEX "submissions_receipt_index" ON "submissions" USING btree ("receipt_in") WHERE receipt_state = 'due';--> statement-breakpoint
CREATE INDEX "submitted_files_file_id_index" ON "submitted_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "submitted_files_document_id_index" ON "submitted_files" USING btree ("document_id");--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_invited_index" ON "suppliers" USING btree ("request_id","email") WHERE token_hash is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_browser_index" ON "suppliers" USING btree ("request_id","browser_hash") WHERE token_hash is null;--> statement-breakpoint
CREATE INDEX "suppliers_request_id_seq_index" ON "suppliers" USING btree ("request_id","seq");--> statement-breakpoint
CREATE INDEX "ended_links_transfer_id_index" ON "ended_links" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "recipients_email_index" ON "recipients" USING btree ("email");--> statement-breakpoint
CREATE INDEX "recipients_waiting_index" ON "recipients" USING btree ("waiting_mailbox") WHERE waiting_mailbox is not null;--> statement-breakpoint
CREATE INDEX "selections_transfer_id_created_at_index" ON "selections" USING btree ("transfer_id","created_at");--> statement-breakpoint
CREATE INDEX "transfer_files_file_id_index" ON "transfer_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "transfer_files_newest_index" ON "transfer_files" USING btree ("transfer_id","position") WHERE before_version is null;--> statement-breakpoint
CREATE INDEX "transfers_owner_id_sent_at_index" ON "transfers" USING btree ("owner_id","sent_at");--> statement-breakpoint
CREATE INDEX "transfers_by_name_index" ON "transfers" USING btree ("owner_id",lower(coalesce(nullif("title", ''), "file_name")));--> statement-breakpoint
CREATE INDEX "transfers_owner_id_total_bytes_index" ON "transfers" USING btree ("owner_id","total_bytes");--> statement-breakpoint
CREATE INDEX "transfers_owner_id_expires_at_index" ON "transfers" USING btree ("owner_id","expires_at");--> statement-breakpoint
CREATE INDEX "transfers_to_expire_index" ON "transfers" USING btree ("expires_at") WHERE state <> 'deleted';--> statement-breakpoint
CREATE INDEX "transfers_uploading_index" ON "transfers" USING btree ("upload_id") WHERE state = 'uploading';--> statement-breakpoint
CREATE INDEX "transfers_to_forget_index" ON "transfers" USING btree ("expires_at") WHERE state = 'deleted' and deleted_from is null and file_name <> '';--> statement-breakpoint
CREATE INDEX "transfers_to_erase_index" ON "transfers" USING btree ("deleted_at") WHERE deleted_from is not null;--> statement-breakpoint
CREATE INDEX "uploads_owner_id_index" ON "uploads" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "uploads_open_of_owner" ON "uploads" USING btree ("owner_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "uploads_browser_hash_request_key_index" ON "uploads" USING btree ("browser_hash","request_key");--> statement-breakpoint
CREATE INDEX "uploads_purpose_index" ON "uploads" USING btree ("purpose_id") WHERE purpose_id is not null;--> statement-breakpoint
CREATE INDEX "uploads_open_purpose_index" ON "uploads" USING btree ("purpose_id") WHERE purpose_id is not null and state = 'open';--> statement-breakpoint
CREATE INDEX "uploads_network_key_index" ON "uploads" USING btree ("network_key") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "uploads_expires_at_index" ON "uploads" USING btree ("expires_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "rate_hits_rule_key_hit_at_index" ON "rate_hits" USING btree ("rule","key","hit_at");--> statement-breakpoint
CREATE INDEX "rate_hits_expires_at_index" ON "rate_hits" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verifications_email_purpose_browser_hash_index" ON "verifications" USING btree ("email","purpose","browser_hash");