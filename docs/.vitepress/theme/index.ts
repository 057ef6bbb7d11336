/** VitePress's own theme in the product's colours, with texts in the language of each page. */
import { dataSymbol, useData, useRoute, type DefaultTheme as Options, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { computed, defineComponent, h, nextTick, onMounted, provide, watch } from 'vue';
import { miniSearch } from '../search.js';
import { textsFor } from '../texts.js';
import { followChosenTab, showChosenTab } from './chosen-tab.js';
import './style.css';

const Layout = defineComponent({
  name: 'DocsLayout',
  setup() {
    const data = useData();
    const route = useRoute();
    const texts = computed(() => textsFor(data.page.value.relativePath));
    const lang = computed(() => texts.value.lang);
    // VitePress has one search index for each language. Here one index has all pages, so only the texts change with the page.
    const theme = computed<Options.Config>(() => ({
      ...(data.theme.value as Options.Config),
      ...texts.value.theme,
      search: { provider: 'local', options: { translations: texts.value.search, miniSearch } },
    }));
    provide(dataSymbol, { ...data, theme, lang });
    const atPage = async () => {
      await nextTick();
      document.documentElement.lang = lang.value;
      showChosenTab();
    };
    onMounted(() => {
      followChosenTab();
      void atPage();
    });
    watch(
      () => route.path,
      () => void atPage(),
      { flush: 'post' },
    );
    return () => h(DefaultTheme.Layout);
  },
});

export default { extends: DefaultTheme, Layout } satisfies Theme;
