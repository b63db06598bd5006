CREATE TABLE "dkim_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"domain_id" uuid NOT NULL,
	"selector" text NOT NULL,
	"public_key" text NOT NULL,
	"sealed_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	CONSTRAINT "dkim_keys_domain_id_selector_unique" UNIQUE("domain_id","selector")
);
--> statement-breakpoint
CREATE TABLE "link_domains" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"host" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	"verified_at" timestamp with time zone,
	"broken_at" timestamp with time zone,
	CONSTRAINT "link_domains_owner_id_host_unique" UNIQUE("owner_id","host")
);
--> statement-breakpoint
CREATE TABLE "sender_domains" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"host" text NOT NULL,
	"local_part" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	"broken_at" timestamp with time zone,
	CONSTRAINT "sender_domains_owner_id_unique" UNIQUE("owner_id")
);
--> statement-breakpoint
CREATE TABLE "web_parts" (
	"path" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"body" "bytea" NOT NULL,
	"last_ran_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "article_counts" (
	"article" text PRIMARY KEY NOT NULL,
	"reads" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "article_readers" (
	"article" text NOT NULL,
	"reader" text NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "article_readers_article_day_reader_pk" PRIMARY KEY("article","day","reader")
);
--> statement-breakpoint
CREATE TABLE "idea_votes" (
	"idea" text NOT NULL,
	"voter" text NOT NULL,
	"voted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idea_votes_idea_voter_pk" PRIMARY KEY("idea","voter")
);
--> statement-breakpoint
CREATE TABLE "team_handovers" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"from_id" uuid NOT NULL,
	"to_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "team_handovers_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "transfer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "request_slug" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "request_owner_id" uuid;--> statement-breakpoint
ALTER TABLE "file_requests" ADD COLUMN "shared_with" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "file_requests" ADD COLUMN "is_shared_with_team" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "request_documents" ADD COLUMN "example_upload_id" uuid;--> statement-breakpoint
ALTER TABLE "dkim_keys" ADD CONSTRAINT "dkim_keys_domain_id_sender_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."sender_domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_domains" ADD CONSTRAINT "link_domains_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sender_domains" ADD CONSTRAINT "sender_domains_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_handovers" ADD CONSTRAINT "team_handovers_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_handovers" ADD CONSTRAINT "team_handovers_from_id_users_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_handovers" ADD CONSTRAINT "team_handovers_to_id_users_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "link_domains_verified_index" ON "link_domains" USING btree ("host") WHERE verified_at is not null;--> statement-breakpoint
CREATE INDEX "link_domains_host_index" ON "link_domains" USING btree ("host");--> statement-breakpoint
CREATE INDEX "link_domains_checked_at_index" ON "link_domains" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "sender_domains_checked_at_index" ON "sender_domains" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "web_parts_last_ran_at_index" ON "web_parts" USING btree ("last_ran_at");--> statement-breakpoint
CREATE INDEX "article_readers_day_index" ON "article_readers" USING btree ("day");--> statement-breakpoint
CREATE INDEX "team_handovers_from_id_index" ON "team_handovers" USING btree ("from_id");--> statement-breakpoint
CREATE INDEX "team_handovers_to_id_index" ON "team_handovers" USING btree ("to_id");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_request_id_file_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."file_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_documents" ADD CONSTRAINT "request_documents_example_upload_id_uploads_id_fk" FOREIGN KEY ("example_upload_id") REFERENCES "public"."uploads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_request_id_index" ON "notifications" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "request_documents_example_index" ON "request_documents" USING btree ("example_upload_id") WHERE example_upload_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "team_members_head_index" ON "team_members" USING btree ("owner_id") WHERE role = 'owner';