CREATE TABLE "team_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"user_id" uuid,
	"email" text NOT NULL,
	"act" text NOT NULL,
	"about" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "team_log" ADD CONSTRAINT "team_log_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_log" ADD CONSTRAINT "team_log_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_log_owner_id_at_index" ON "team_log" USING btree ("owner_id","at");--> statement-breakpoint
CREATE INDEX "team_log_at_index" ON "team_log" USING btree ("at");