// Before the first paint, so that neither theme nor language flashes. A file of its own: the page's CSP has no inline scripts.
(function () {
  var root = document.documentElement;
  try {
    var theme = localStorage.getItem('wan.theme');
    var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    root.dataset.theme = dark ? 'dark' : 'light';
    root.lang = localStorage.getItem('wan.language') === 'en' ? 'en' : 'zh';
  } catch {
    root.dataset.theme = 'light';
  }
})();
