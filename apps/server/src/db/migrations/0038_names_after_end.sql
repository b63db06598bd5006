CREATE INDEX "transfers_to_forget_index" ON "transfers" USING btree ("expires_at") WHERE state = 'deleted' and deleted_from is null and file_name <> '';--> statement-breakpoint
-- What was erased or purged before is brought to where it would be now; names of what an account sent go by age.
UPDATE "transfers" SET "sender_email" = '' WHERE state = 'deleted' and deleted_from is null and file_name = '';--> statement-breakpoint
UPDATE "transfers" SET "message" = '', "password_hash" = null WHERE state = 'deleted' and deleted_from is null and file_name <> '';--> statement-breakpoint
UPDATE "uploads" SET "network_key" = '' WHERE state = 'discarded';
