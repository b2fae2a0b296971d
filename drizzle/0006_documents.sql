CREATE TABLE "document_chunk" (
	"document_id" text NOT NULL,
	"position" integer NOT NULL,
	"organization_id" text,
	"owner_id" text,
	"page" integer NOT NULL,
	"start" integer NOT NULL,
	"end" integer NOT NULL,
	"heading" text NOT NULL,
	"text" text NOT NULL,
	"language" text NOT NULL,
	"words" "tsvector" NOT NULL,
	"word_count" integer NOT NULL,
	CONSTRAINT "document_chunk_document_id_position_pk" PRIMARY KEY("document_id","position"),
	CONSTRAINT "document_chunk_workspace_check" CHECK (num_nonnulls("document_chunk"."organization_id", "document_chunk"."owner_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "document_page" (
	"document_id" text NOT NULL,
	"number" integer NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "document_page_document_id_number_pk" PRIMARY KEY("document_id","number")
);
--> statement-breakpoint
CREATE TABLE "document" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text,
	"owner_id" text,
	"created_by_id" text,
	"name" text NOT NULL,
	"format" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"file_id" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"error" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"language" text,
	"pages" integer,
	"chunks" integer DEFAULT 0 NOT NULL,
	"words" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_workspace_check" CHECK (num_nonnulls("document"."organization_id", "document"."owner_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "document_chunk" ADD CONSTRAINT "document_chunk_document_id_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."document"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_chunk" ADD CONSTRAINT "document_chunk_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_chunk" ADD CONSTRAINT "document_chunk_owner_id_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_page" ADD CONSTRAINT "document_page_document_id_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."document"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_owner_id_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_created_by_id_user_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_chunk_organization_words_idx" ON "document_chunk" USING gin ("organization_id","words") WITH (fastupdate=false) WHERE "document_chunk"."organization_id" is not null;--> statement-breakpoint
CREATE INDEX "document_chunk_owner_words_idx" ON "document_chunk" USING gin ("owner_id","words") WITH (fastupdate=false) WHERE "document_chunk"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "document_organization_idx" ON "document" USING btree ("organization_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "document"."organization_id" is not null;--> statement-breakpoint
CREATE INDEX "document_owner_idx" ON "document" USING btree ("owner_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "document"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "document_file_idx" ON "document" USING btree ("file_id");--> statement-breakpoint
-- Every match reads the words: they stay in the row, and the text moves out of it when there is no room for both.
ALTER TABLE "document_chunk" ALTER COLUMN "words" SET STORAGE MAIN;--> statement-breakpoint
ALTER TABLE "document_chunk" ALTER COLUMN "text" SET STORAGE EXTERNAL;
