import { VueQueryPlugin } from '@tanstack/vue-query'
import { createApp } from 'vue'
import App from './App.vue'
import { preferredLocale, setLocale } from './lib/i18n'
import { installKeys } from './lib/keys'
import { queryClient } from './lib/query'
import { router } from './router'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'

installKeys()
void setLocale(preferredLocale()).then(() => createApp(App).use(router).use(VueQueryPlugin, { queryClient }).mount('#app'))
