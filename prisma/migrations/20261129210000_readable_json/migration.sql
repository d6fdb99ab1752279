-- A column of type json takes in escapes that no text can hold (U+0000, half a surrogate pair), and then refuses to be read: one such row
-- broke every list that it was in. None is written any more; those that are there get the sign for what could not be read instead.
UPDATE "event" SET "payload" = regexp_replace("payload"::text, '(?<!\\)((?:\\\\)*)\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\1\\ufffd', 'g')::json
  WHERE "payload"::text ~ '\\u(0000|[dD][89a-fA-F])';
UPDATE "org_version" SET "document" = regexp_replace("document"::text, '(?<!\\)((?:\\\\)*)\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\1\\ufffd', 'g')::json
  WHERE "document"::text ~ '\\u(0000|[dD][89a-fA-F])';
UPDATE "wait" SET "request" = regexp_replace("request"::text, '(?<!\\)((?:\\\\)*)\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\1\\ufffd', 'g')::json
  WHERE "request"::text ~ '\\u(0000|[dD][89a-fA-F])';
UPDATE "mcp_server" SET "tools" = regexp_replace("tools"::text, '(?<!\\)((?:\\\\)*)\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\1\\ufffd', 'g')::json
  WHERE "tools"::text ~ '\\u(0000|[dD][89a-fA-F])';
