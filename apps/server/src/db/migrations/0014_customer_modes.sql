ALTER TABLE "subscriptions" ADD COLUMN "ended_by" text;--> statement-breakpoint
ALTER TABLE "owners" ADD COLUMN "customer_mode" text;--> statement-breakpoint
ALTER TABLE "owners" ADD COLUMN "customers_forgotten" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "owners" SET "customer_mode" = 'sandbox' WHERE "customer_id" IN (SELECT "id" FROM "sandbox_customers");
