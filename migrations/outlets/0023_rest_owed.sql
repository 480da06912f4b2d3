-- By hand: older versions left a paid order `paid` when it came to cost more. Such an order is paid in part, as the lists of orders and their counts then say.
UPDATE `orders` SET `payment_status` = 'partial'
WHERE `order_status` = 'pending' AND `payment_status` = 'paid'
  AND `grand_total` > (SELECT coalesce(sum(json_extract(`value`, '$.amount')), 0) FROM json_each(`orders`.`payments`));
