// Light or dark as chosen on the other pages. Runs before the first paint.
(() => {
  const key = 'vitepress-theme-appearance';
  const stored = () => {
    try {
      return localStorage.getItem(key) ?? 'auto';
    } catch {
      return 'auto';
    }
  };
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (stored() === 'auto' ? system.matches : stored() === 'dark');
  const show = (dark) => {
    document.documentElement.classList.toggle('dark-mode', dark);
  };
  show(isDark());
  system.addEventListener('change', () => show(isDark()));
  addEventListener('DOMContentLoaded', () => {
    document.getElementById('docs-appearance').addEventListener('click', () => {
      const dark = !document.documentElement.classList.contains('dark-mode');
      show(dark);
      try {
        localStorage.setItem(key, dark === system.matches ? 'auto' : dark ? 'dark' : 'light');
      } catch {
        // Then the choice holds for this page.
      }
    });
  });
})();
