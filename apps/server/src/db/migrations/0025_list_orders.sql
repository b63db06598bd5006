CREATE INDEX "transfers_by_name_index" ON "transfers" USING btree ("owner_id",lower(coalesce(nullif("title", ''), "file_name")));--> statement-breakpoint
CREATE INDEX "transfers_owner_id_total_bytes_index" ON "transfers" USING btree ("owner_id","total_bytes");--> statement-breakpoint
CREATE INDEX "transfers_owner_id_expires_at_index" ON "transfers" USING btree ("owner_id","expires_at");