DROP INDEX "transfers_expires_at_index";--> statement-breakpoint
CREATE INDEX "transfers_to_expire_index" ON "transfers" USING btree ("expires_at") WHERE state <> 'deleted';--> statement-breakpoint
CREATE INDEX "transfers_uploading_index" ON "transfers" USING btree ("upload_id") WHERE state = 'uploading';--> statement-breakpoint
CREATE INDEX "transfers_to_erase_index" ON "transfers" USING btree ("deleted_at") WHERE deleted_from is not null;