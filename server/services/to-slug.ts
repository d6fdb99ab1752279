/** A name as part of an address: small letters, digits and single hyphens, 1 to 60 characters; `fallback` where none is left. */
export function toSlug(name: string, fallback = "org"): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return slug === "" ? fallback : slug;
}
