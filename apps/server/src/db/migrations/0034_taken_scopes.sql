DROP INDEX "selections_transfer_id_index";--> statement-breakpoint
CREATE INDEX "taken_scopes" ON "download_sessions" USING btree ("transfer_id","scope","version") WHERE "download_sessions"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX "selections_transfer_id_created_at_index" ON "selections" USING btree ("transfer_id","created_at");