"""Links that press a button are told from pages that talk about it."""

import pytest

from bowerbird.politeness.unsafe_links import unsafe_action


@pytest.mark.parametrize(
    ("target", "action"),
    [
        ("/logout", "log out"),
        ("/user/log-out/", "log out"),
        ("/account/sign_out?next=/", "log out"),
        ("/Logout.php", "log out"),
        ("/wp-login.php?action=logout&_wpnonce=1", "log out"),
        ("/index.php?do=logoff", "log out"),
        ("/wiki/Special:UserLogout", "log out"),
        ("/?logout", "log out"),
        ("/?logout=1", "log out"),
        ("/posts/12/delete", "delete"),
        ("/delete/12", "delete"),
        ("/delete.php?id=4", "delete"),
        ("/admin/remove?id=4", "delete"),
        ("/index.php?title=A&action=delete", "delete"),
        ("/item?do=delete_comment&id=3", "delete"),
        ("/shop/?add-to-cart=99", "add to cart"),
        ("/shop/add_to_cart/99", "add to cart"),
        ("/cart/add?id=9", "add to cart"),
        ("/shop/?action=addToCart", "add to cart"),
        ("/product/?add_to_wishlist=3", "add to cart"),
        ("/cart/?remove_item=abc", "add to cart"),
        ("/newsletter/unsubscribe?u=1", "unsubscribe"),
        ("/opt-out", "unsubscribe"),
    ],
)
def test_a_link_that_acts_is_named_by_what_it_would_do(target, action):
    assert unsafe_action(target) == action


@pytest.mark.parametrize(
    "target",
    [
        "/", "/login", "/blog/how-to-delete-a-branch", "/sql/delete", "/api/delete/", "/delete-me",
        "/logout-design-patterns", "/blogout", "/cart", "/cart/additions",
        "/unsubscribed-users.html",
        "/a?q=logout", "/a?action=edit", "/undelete/12", "/docs/remove.html",
        "/shopping-cart-ideas",
        "/catalogue/logoutlet", "/wiki/Sign_out_of_time",
    ],
)  # fmt: skip
def test_a_page_about_it_stays_a_page(target):
    assert unsafe_action(target) == ""
