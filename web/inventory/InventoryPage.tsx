import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { StockTab } from './StockTab.tsx'

const PurchasesTab = lazy(() => import('./PurchasesTab.tsx'))
const MaterialsTab = lazy(() => import('./MaterialsTab.tsx'))
const ConversionsTab = lazy(() => import('./ConversionsTab.tsx'))
const CategoriesTab = lazy(() => import('./CategoriesTab.tsx'))
const CountMode = lazy(() => import('./CountMode.tsx'))

/** `/restaurant/inventory` (SCREENS §2.2): the stock, what runs out and what expires; counting; purchases; raw materials, conversions and categories. */
export default function InventoryPage() {
  const [params] = useSearchParams()
  const tab = params.get('tab')
  return (
    <Suspense fallback={null}>
      {params.has('count') ? (
        <CountMode />
      ) : tab === 'purchases' ? (
        <PurchasesTab />
      ) : tab === 'materials' ? (
        <MaterialsTab />
      ) : tab === 'conversions' ? (
        <ConversionsTab />
      ) : tab === 'categories' ? (
        <CategoriesTab />
      ) : (
        <StockTab />
      )}
    </Suspense>
  )
}
