import gzip
import os
import sys
import tempfile
import threading
import unittest
import zlib
from http.server import BaseHTTPRequestHandler, HTTPServer

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "scripts"))

import web
from fetch import fetch
from public_address import NotPublic, is_public, public_addresses
from readable import read_html

PAGE = """<!doctype html><html><head><title>Tea &amp; more</title><meta property="article:published_time" content="2026-03-01"><style>p{}</style></head>
<body><nav><a href="/menu">Menu</a></nav><main><h1>Green <em>tea</em></h1><p>It is <b>good</b>, says <a href="report.html">a report</a>.<p>Second
paragraph<br>new line &mdash; é.<ul><li>one<li>two<ol><li>deep</ol></ul><table><tr><th>Kind<th>Price<tr><td>A|B<td>3</table>
<pre>x = 1
  y</pre><blockquote><p>Quoted</p></blockquote><div style="display:none">hidden words</div><script>alert(1)</script>
<p>More text so that this is the main part. More text so that this is the main part. More text so that this is the main part.</p></main><footer>Imprint</footer></body></html>"""
EXPECTED = """# Green *tea*

It is **good**, says [a report](https://example.com/a/report.html).

Second paragraph
new line — é.

- one
- two
  1. deep

| Kind | Price |
| --- | --- |
| A\\|B | 3 |

```
x = 1
  y
```

> Quoted

More text so that this is the main part. More text so that this is the main part. More text so that this is the main part."""


class Readable(unittest.TestCase):
    def test_a_page_becomes_markdown_without_menus_and_scripts(self):
        page = read_html(PAGE, "https://example.com/a/")
        self.assertEqual(page.markdown, EXPECTED)
        self.assertEqual((page.title, page.published), ("Tea & more", "2026-03-01"))
        self.assertEqual(page.links, [("https://example.com/menu", "Menu"), ("https://example.com/a/report.html", "a report")])

    def test_hostile_pages_end_and_bring_no_scripts_along(self):
        for text in ["<div>" * 50_000 + "x", "<a href='javascript:alert(1)'>x</a>", "<table>" * 3_000, "<p>" * 20_000, "<!--", "<![CDATA[", "", "\x00"]:
            with self.subTest(text[:10]):
                self.assertNotIn("javascript", read_html(text, "https://example.com").markdown)


class Addresses(unittest.TestCase):
    def test_no_private_or_special_address_is_public(self):
        for text in ["127.0.0.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "192.0.0.8", "192.0.2.1", "198.18.0.1", "198.51.100.1",
                     "203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
                     "::ffff:a9fe:a9fe", "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "::127.0.0.1", "2001:db8::1", "2001:0:1::", "fec0::1", "100::1", "not", ""]:
            with self.subTest(text):
                self.assertFalse(is_public(text))

    def test_public_addresses_are(self):
        for text in ["8.8.8.8", "1.1.1.1", "93.184.216.34", "172.15.0.1", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1"]:
            with self.subTest(text):
                self.assertTrue(is_public(text))

    def test_every_way_to_write_this_machine_is_refused(self):
        for host in ["localhost", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0", "127.0.0.1."]:
            for path in ["/", "/latest/meta-data"]:
                with self.subTest(host), self.assertRaises(ValueError) as caught:
                    web.read_page(f"http://{host}{path}")
                self.assertRegex(str(caught.exception), "Pages inside private networks and on this machine are not fetched|was not found")

    def test_addresses_of_other_kinds_are_refused(self):
        for url in ["file:///etc/passwd", "ftp://example.com", "example.com", "http://", "http://a:b@example.com", "http://example.com:22", "http://[x", "gopher://x", "http://example.com:99999"]:
            with self.subTest(url), self.assertRaises(ValueError):
                web.read_page(url)


class Served(BaseHTTPRequestHandler):
    def do_GET(self):
        content = {"/page": (b"Gr\xfcn", {"Content-Type": "text/plain; charset=iso-8859-1"}), "/gzip": (gzip.compress(b"packed"), {"Content-Encoding": "gzip", "Content-Type": "text/plain"}),
                   "/bomb": (gzip.compress(bytes(30_000_000)), {"Content-Encoding": "gzip"}), "/damaged": (b"no gzip", {"Content-Encoding": "gzip"}), "/large": (bytes(2_000_000), {}), "/brotli": (b"x", {"Content-Encoding": "br"})}
        if self.path.startswith("/to?"):
            self.send_response(302)
            self.send_header("Location", self.path[4:])
            self.end_headers()
            return
        if self.path not in content:
            self.send_error(404)
            return
        body, headers = content[self.path]
        self.send_response(200)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Fetching(unittest.TestCase):
    """Against a server of this machine, which only a resolver of these tests lets through."""

    @classmethod
    def setUpClass(cls):
        cls.server = HTTPServer(("127.0.0.1", 0), Served)
        cls.port = cls.server.server_address[1]
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()

    @classmethod
    def tearDownClass(cls):
        cls.server.shutdown()
        cls.server.server_close()

    def get(self, path, most=1_000_000):
        def resolve(host, port):
            return ["127.0.0.1"] if host == "pages.example" else public_addresses(host, port)

        return fetch(f"http://pages.example:{self.port}{path}", most, resolve)

    def test_pages_and_redirects_are_followed(self):
        self.assertEqual((self.get("/page").body, self.get("/page").charset), (b"Gr\xfcn", "iso-8859-1"))
        self.assertEqual(self.get("/gzip").body, b"packed")
        self.assertEqual(len(self.get("/to?/page").redirects), 1)

    def test_a_redirect_to_a_private_address_is_refused(self):
        for target in [f"http://127.0.0.1:{self.port}/page", "http://169.254.169.254/", f"//localhost:{self.port}/page", "http://[::1]/"]:
            with self.subTest(target), self.assertRaises(NotPublic):
                self.get(f"/to?{target}")
        with self.assertRaises(ValueError):
            self.get("/to?file:///etc/passwd")

    def test_loops_errors_and_sizes_end_with_a_reason(self):
        for path, text in [("/to?/to?/to?/to?/to?/to?/to?/page", "more than 5 times"), ("/none", "404"), ("/large", "larger than 1 MB"), ("/bomb", "larger than 1 MB"), ("/damaged", "damaged"), ("/brotli", "not asked for")]:
            with self.subTest(path), self.assertRaisesRegex(ValueError, text):
                self.get(path)


class Files(unittest.TestCase):
    def test_an_html_file_is_read_in_its_encoding(self):
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                for content in [b"<meta charset=windows-1251><p>\xcf\xf0", "<p>\u041f\u0440".encode("utf-16"), "<p>\u041f\u0440".encode(), b"<meta charset=zlib><p>" + "\u041f\u0440".encode()]:
                    with open("a.html", "wb") as file:
                        file.write(content)
                    self.assertEqual(web.read_html_file("a.html")["text"], "\u041f\u0440")
            finally:
                os.chdir(before)


if __name__ == "__main__":
    unittest.main()
