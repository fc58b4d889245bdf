DROP TABLE calendar_addresses;
