import { createRouter, createWebHistory, type RouteRecordRaw } from 'vue-router'
import { t } from './lib/i18n'

/** Kestra's addresses, so that its bookmarks and alert links lead to the same things here. */
const pages: RouteRecordRaw[] = [
  { path: 'home', alias: ['dashboards', 'welcome'], component: () => import('./pages/home/HomePage.vue'), meta: { title: 'Home' } },
  { path: 'flows', component: () => import('./pages/flows/FlowsPage.vue'), meta: { title: 'Flows' } },
  { path: 'flows/search', component: () => import('./pages/flows/SourceSearchPage.vue'), meta: { title: 'Search in flows' } },
  { path: 'flows/new', component: () => import('./pages/flow/NewFlowPage.vue'), meta: { title: 'New flow' } },
  { path: 'flows/edit/:namespace/:id/:tab?', component: () => import('./pages/flow/FlowPage.vue'), meta: { title: 'Flow' } },
  { path: 'executions', component: () => import('./pages/executions/ExecutionsPage.vue'), meta: { title: 'Executions' } },
  { path: 'executions/:namespace/:flowId/:id/:tab?', component: () => import('./pages/execution/ExecutionPage.vue'), meta: { title: 'Execution' } },
  { path: 'e/:id', component: () => import('./pages/execution/ShortLink.vue'), meta: { title: 'Execution' } },
  { path: 'schedule', component: () => import('./pages/schedule/SchedulePage.vue'), meta: { title: 'Schedule' } },
  { path: 'triggers', alias: 'admin/triggers', component: () => import('./pages/triggers/TriggersPage.vue'), meta: { title: 'Triggers' } },
  { path: 'logs', component: () => import('./pages/logs/LogsPage.vue'), meta: { title: 'Logs' } },
  { path: 'namespaces', component: () => import('./pages/namespaces/NamespacesPage.vue'), meta: { title: 'Namespaces' } },
  { path: 'namespaces/edit/:id/:tab?', component: () => import('./pages/namespaces/NamespacePage.vue'), meta: { title: 'Namespace' } },
  { path: 'plugins/:cls?', component: () => import('./pages/plugins/PluginsPage.vue'), meta: { title: 'Plugins' } },
]

export const TENANT = 'main'

export const router = createRouter({
  history: createWebHistory('/ui/'),
  routes: [
    { path: '/', redirect: `/${TENANT}/home` },
    { path: `/${TENANT}`, redirect: `/${TENANT}/home` },
    ...pages.map(page => ({ ...page, path: `/${TENANT}/${page.path}`, alias: [page.alias ?? []].flat().map(alias => `/${TENANT}/${alias}`) }) as RouteRecordRaw),
    // Links without a tenant, as single-tenant servers write them.
    { path: '/:page(flows|executions|triggers|logs|namespaces|plugins|schedule|home|e)/:rest(.*)*', redirect: to => `/${TENANT}${to.fullPath}` },
    { path: '/:rest(.*)*', component: () => import('./pages/NotFound.vue'), meta: { title: 'Nothing here' } },
  ],
})

router.afterEach(to => {
  const names = [to.params.flowId ?? to.params.id ?? to.params.cls].flat().filter(Boolean)
  document.title = [...names, t(String(to.meta.title ?? '')), 'Orrery'].filter(Boolean).join(' · ')
})

/** Where things are. */
export const at = {
  flow: (namespace: string, id: string, tab = 'overview') => `/${TENANT}/flows/edit/${encodeURIComponent(namespace)}/${encodeURIComponent(id)}/${tab}`,
  execution: (one: { namespace: string; flowId: string; id: string }, tab = '') =>
    `/${TENANT}/executions/${encodeURIComponent(one.namespace)}/${encodeURIComponent(one.flowId)}/${one.id}${tab ? '/' + tab : ''}`,
  namespace: (id: string, tab = 'overview') => `/${TENANT}/namespaces/edit/${encodeURIComponent(id)}/${tab}`,
  plugin: (cls: string) => `/${TENANT}/plugins/${encodeURIComponent(cls)}`,
  page: (name: string) => `/${TENANT}/${name}`,
}
