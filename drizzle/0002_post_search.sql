-- Lets one index hold the workspace beside the words. Comes with every PostgreSQL and may be created by the database's owner.
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
ALTER TABLE "post" ADD COLUMN "excerpt" text NOT NULL DEFAULT '';--> statement-breakpoint
UPDATE "post" SET "excerpt" = left("content", 200);--> statement-breakpoint
ALTER TABLE "post" ALTER COLUMN "excerpt" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "post" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', "post"."title"), 'A') || setweight(to_tsvector('simple', "post"."content"), 'B')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "post_organization_search_idx" ON "post" USING gin ("organization_id","search") WHERE "post"."organization_id" is not null and "post"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "post_owner_search_idx" ON "post" USING gin ("owner_id","search") WHERE "post"."owner_id" is not null and "post"."deleted_at" is null;