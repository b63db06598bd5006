CREATE TABLE "team_handovers" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"from_id" uuid NOT NULL,
	"to_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "team_handovers_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "team_handovers" ADD CONSTRAINT "team_handovers_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_handovers" ADD CONSTRAINT "team_handovers_from_id_users_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_handovers" ADD CONSTRAINT "team_handovers_to_id_users_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_handovers_from_id_index" ON "team_handovers" USING btree ("from_id");--> statement-breakpoint
CREATE INDEX "team_handovers_to_id_index" ON "team_handovers" USING btree ("to_id");--> statement-breakpoint
CREATE UNIQUE INDEX "team_members_head_index" ON "team_members" USING btree ("owner_id") WHERE role = 'owner';