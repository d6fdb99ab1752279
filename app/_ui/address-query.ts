/**
 * What a page keeps behind the "?" of its address.
 *
 * A page that changes one of several parts reads the others here and not from `useSearchParams`: that tells what was drawn last, and
 * whoever makes two choices before the page is drawn anew would lose the first one. For the same reason it is changed at once and
 * not by the router, which asks the server before the address is another; Next.js follows the browser's history.
 */
export function readAddressQuery(): URLSearchParams {
  return new URLSearchParams(window.location.search);
}

/** Puts a query in the place of the one that stands there: the page stays, and so does where Back leads. */
export function replaceAddressQuery(query: URLSearchParams): void {
  window.history.replaceState(null, "", withQuery(window.location.pathname, query));
}

/** An address of this product: nothing behind it where nothing is asked. */
export function withQuery(pathname: string, query: URLSearchParams): string {
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}
