CREATE TABLE "operator_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_user_id" uuid,
	"act" text NOT NULL,
	"about_user_id" uuid,
	"about" text DEFAULT '' NOT NULL,
	"detail" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_operator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "feedbacks" ADD COLUMN "handled_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "operator_log_at_id_index" ON "operator_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "users_created_at_id_index" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_operators_index" ON "users" USING btree ("id") WHERE is_operator;--> statement-breakpoint
CREATE INDEX "suppliers_bounced_index" ON "suppliers" USING btree ("mailed_at") WHERE mail_state = 'bounced';--> statement-breakpoint
CREATE INDEX "recipients_bounced_index" ON "recipients" USING btree ("mailed_at") WHERE mail_state = 'bounced';--> statement-breakpoint
CREATE FUNCTION "refuse_operator_log_change"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'what operators have done stays as it was written down'; END $$;--> statement-breakpoint
CREATE TRIGGER "operator_log_stays" BEFORE UPDATE OR DELETE OR TRUNCATE ON "operator_log" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_operator_log_change"();
