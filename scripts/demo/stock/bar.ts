import type { StockFile } from '../stock.ts'

/** Both restaurants have the same bar. */
export const bar: StockFile = {
  materials: [
    // name, unit, category, subcategory, rupees for each unit, pack, days that a delivery should last, days until it expires (null: never)
    ['Kingfisher Premium 330 ml', 'pcs', 'Bar', 'Beer', 92, 24, 7, 180],
    ['Kingfisher Premium 650 ml', 'pcs', 'Bar', 'Beer', 148, 12, 7, 180],
    ['Bira 91 Blonde 330 ml', 'pcs', 'Bar', 'Beer', 110, 24, 7, 150],
    ['Bira 91 Blonde 650 ml', 'pcs', 'Bar', 'Beer', 175, 12, 7, 150],
    ['Budweiser 330 ml', 'pcs', 'Bar', 'Beer', 105, 24, 7, 180],
    ['Budweiser 650 ml', 'pcs', 'Bar', 'Beer', 168, 12, 7, 180],
    ['Draught beer', 'l', 'Bar', 'Beer', 195, 30, 7, 30],
    ['Royal Stag', 'l', 'Bar', 'Spirits', 1147, 3, 10, null],
    ['Black & White', 'l', 'Bar', 'Spirits', 2380, 3, 10, null],
    ['Jameson', 'l', 'Bar', 'Spirits', 3820, 3, 14, null],
    ['Paul John Brilliance', 'l', 'Bar', 'Spirits', 4260, 3, 14, null],
    ['Bourbon', 'l', 'Bar', 'Spirits', 3350, 3, 14, null],
    ['White rum', 'l', 'Bar', 'Spirits', 1280, 3, 14, null],
    ['Gin', 'l', 'Bar', 'Spirits', 1860, 3, 14, null],
    ['Vodka', 'l', 'Bar', 'Spirits', 1420, 3, 14, null],
    ['Sugar syrup', 'l', 'Bar', 'Mixers', 62, 2, 7, 30],
    ['Jamun puree', 'kg', 'Bar', 'Mixers', 340, 1, 7, 45],
    ['Soda 300 ml', 'pcs', 'Bar', 'Mixers', 12, 24, 5, 180],
    ['Lime', 'pcs', 'Vegetables', 'Herbs & citrus', 5, 50, 4, 10],
    ['Mint leaves', 'g', 'Vegetables', 'Herbs & citrus', 0.15, 50, 2, 7],
  ],
  recipes: {
    'Kingfisher Premium': { '330 ml': 'Kingfisher Premium 330 ml 1 pcs', '650 ml': 'Kingfisher Premium 650 ml 1 pcs' },
    'Bira 91 Blonde': { '330 ml': 'Bira 91 Blonde 330 ml 1 pcs', '650 ml': 'Bira 91 Blonde 650 ml 1 pcs' },
    Budweiser: { '330 ml': 'Budweiser 330 ml 1 pcs', '650 ml': 'Budweiser 650 ml 1 pcs' },
    'House Draught': { Mug: 'Draught beer 500 ml', Pitcher: 'Draught beer 1.5 l' },
    'Royal Stag': { '30 ml': 'Royal Stag 30 ml', '60 ml': 'Royal Stag 60 ml' },
    'Black & White': { '30 ml': 'Black & White 30 ml', '60 ml': 'Black & White 60 ml' },
    Jameson: { '30 ml': 'Jameson 30 ml', '60 ml': 'Jameson 60 ml' },
    'Paul John Brilliance': { '30 ml': 'Paul John Brilliance 30 ml', '60 ml': 'Paul John Brilliance 60 ml' },
    'Old Fashioned': 'Bourbon 60 ml, Sugar syrup 10 ml',
    'Whisky Sour': 'Bourbon 60 ml, Lime 1 pcs, Sugar syrup 20 ml',
    Mojito: 'White rum 60 ml, Lime 1 pcs, Mint leaves 8 g, Soda 300 ml 1 pcs',
    'Long Island Iced Tea': 'White rum 20 ml, Gin 20 ml, Vodka 20 ml, Lime 1 pcs',
    'Jamun Gin Smash': 'Gin 60 ml, Jamun puree 40 g, Mint leaves 5 g, Soda 300 ml 1 pcs',
  },
  conversions: [],
}
