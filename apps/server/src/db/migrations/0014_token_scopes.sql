ALTER TABLE "sessions" ADD COLUMN "scopes" text[];--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "last_used_ip" text;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "last_used_program" text;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "ending_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "device_requests" ADD COLUMN "scopes" text[];--> statement-breakpoint
-- Tokens that were made before may do what they could.
UPDATE "sessions" SET "scopes" = '{send,read,requests,contacts,account}' WHERE "kind" = 'token';--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_tokens_have_scopes" CHECK ("sessions"."kind" <> 'token' or "sessions"."scopes" is not null);